import {
  CHART_DOTS,
  CONSTELLATION_LINES,
  CONSTELLATION_STARS,
  FEATHER,
  KEYHOLE,
  MOON_SHADES,
  RAYS,
  STAR,
  WAX_BLOT,
  WAX_PRESS,
  WAX_RELIEF,
  WAX_SHINE,
} from './letter-art.server.ts'
import type { LetterCanvas } from './letter-canvas.server.ts'

/** The letter's artwork. `x` and `y` are the centre of a drawing, in millimetres. */

/** Distance of the control points with which four Bézier curves approximate a circle. */
const CIRCLE_CONTROL = 0.5523

/** An ellipse around the origin, as path operators. */
function ellipse(rx: number, ry = rx): string {
  const [cx, cy] = [rx * CIRCLE_CONTROL, ry * CIRCLE_CONTROL]
  return [
    `${rx} 0 m ${rx} ${cy} ${cx} ${ry} 0 ${ry} c ${-cx} ${ry} ${-rx} ${cy} ${-rx} 0 c`,
    `${-rx} ${-cy} ${-cx} ${-ry} 0 ${-ry} c ${cx} ${-ry} ${rx} ${-cy} ${rx} 0 c h`,
  ].join(' ')
}

/** Rotation (degrees), horizontal and vertical scale of each feather of a corner fan. */
const FEATHERS = [
  [98, 0.34, 0.5],
  [116, 0.34, 0.54],
  [135, 0.36, 0.68],
  [154, 0.34, 0.54],
  [172, 0.34, 0.5],
] as const

/** A keyhole. */
export function drawKeyhole(canvas: LetterCanvas, x: number, y: number, width: number): void {
  const scale = width / 168
  canvas.gold({ x: x - width / 2, y: y - 91 * scale, width, height: 142 * scale })
  canvas.within({ x, y, scaleX: scale }, () => canvas.fill(KEYHOLE, true))
}

function fillStar(canvas: LetterCanvas, x: number, y: number, radius: number): void {
  canvas.within({ x, y, scaleX: radius / 10 }, () => canvas.fill(STAR))
}

/** A star, as wide as high. */
export function drawStar(canvas: LetterCanvas, x: number, y: number, width: number): void {
  canvas.gold({ x: x - width / 2, y: y - width / 2, width, height: width })
  fillStar(canvas, x, y, width / 2)
}

/** The phases of the moon in a row. */
export function drawMoons(canvas: LetterCanvas, x: number, y: number, width: number): void {
  const scale = width / 268
  canvas.gold({ x: x - width / 2, y: y - 10 * scale, width, height: 20 * scale })
  canvas.within({ x, y, scaleX: scale }, () => {
    canvas.fill(MOON_SHADES)
    canvas.fill(ellipse(11.5))
    for (const at of [-120, -80, -40, 40, 80, 120])
      canvas.within({ x: at, y: 0, opacity: 0.6 }, () => canvas.stroke(ellipse(10), 0.7))
  })
}

/** A round chart of the sky. */
export function drawChart(canvas: LetterCanvas, x: number, y: number, width: number, opacity = 1): void {
  const scale = width / 352
  canvas.gold({ x: x - width / 2, y: y - width / 2, width, height: width })
  canvas.within({ x, y, scaleX: scale, opacity }, () => {
    canvas.stroke(ellipse(172), 2.6)
    canvas.stroke(ellipse(164), 0.9)
    canvas.stroke(ellipse(160), 8, { dash: '1 12.963' })
    canvas.stroke(ellipse(138), 0.9)
    canvas.stroke(ellipse(151), 14, { dash: '1.2 77.863' })
    canvas.stroke(ellipse(79), 0.5)
    canvas.within({ x: 0, y: 0, turn: -24 }, () => canvas.stroke(ellipse(138, 62), 0.5))
    canvas.within({ x: 0, y: 0, turn: 38 }, () => canvas.stroke(ellipse(138, 107), 0.5))
    canvas.stroke('0 -138 m 0 138 l -138 0 m 138 0 l', 0.5)
    // Twelve stars on the rim.
    for (let angle = Math.PI / 12; angle < 2 * Math.PI; angle += Math.PI / 6)
      fillStar(canvas, 151 * Math.cos(angle), 151 * Math.sin(angle), 4.6)
    canvas.stroke(CHART_DOTS, 2.2, { round: true })
    canvas.within({ x: -6, y: 12, scaleX: 0.93 }, () => {
      canvas.stroke(CONSTELLATION_LINES, 1.5)
      for (const [starX, starY, radius] of CONSTELLATION_STARS) fillStar(canvas, starX, starY, radius)
    })
  })
}

/** A keyhole that light falls through. */
export function drawShiningKeyhole(canvas: LetterCanvas, x: number, y: number, width: number): void {
  const scale = width / 300
  canvas.gold({ x: x - width / 2, y: y - 128 * scale, width, height: 216 * scale })
  canvas.within({ x, y, scaleX: scale }, () => {
    canvas.stroke(RAYS, 1.3, { round: true })
    canvas.fill(KEYHOLE, true)
  })
}

/** The wax seal, slightly rotated. */
export function drawSeal(canvas: LetterCanvas, x: number, y: number, width: number): void {
  canvas.within({ x, y, scaleX: width / 160, turn: 8 }, () => {
    canvas.colour([0.61, 0.16, 0.13])
    canvas.fill(WAX_BLOT)
    canvas.colour([0.561, 0.129, 0.106])
    canvas.fill(ellipse(38.9))
    canvas.colour([0.329, 0.063, 0.047])
    canvas.stroke(ellipse(38.9), 2.7)
    canvas.fill(WAX_PRESS, true)
    canvas.colour([0.824, 0.333, 0.29])
    canvas.fill(WAX_RELIEF, true)
    canvas.within({ x: 0, y: 0, opacity: 0.6 }, () => {
      canvas.colour([1, 0.62, 0.565])
      canvas.stroke(WAX_SHINE, 2.7, { round: true })
    })
  })
}

/** The gold frame of a page or half a page, with a fan in each corner. @param edge distance from the page's edge */
export function drawFrame(
  canvas: LetterCanvas,
  left: number,
  width: number,
  height: number,
  edge: number,
): void {
  const [right, inner, hairline] = [left + width, edge + 1.5, edge + 3.2]
  canvas.gold({ x: left, y: 0, width, height })
  canvas.rectangle({ x: left + edge, y: edge, width: width - 2 * edge, height: height - 2 * edge }, 0.85)
  canvas.rectangle({ x: left + inner, y: inner, width: width - 2 * inner, height: height - 2 * inner }, 0.22)
  for (const y of [hairline, height - hairline])
    canvas.line(left + edge + 17.2, y, right - edge - 17.2, y, 0.3)
  for (const x of [left + hairline, right - hairline])
    canvas.line(x, edge + 17.2, x, height - edge - 17.2, 0.3)
  const corner = edge + 3.6
  for (const [x, scaleX] of [[left + corner, 0.155] as const, [right - corner, -0.155] as const])
    for (const [y, scaleY] of [[corner, 0.155] as const, [height - corner, -0.155] as const])
      canvas.within({ x, y, scaleX, scaleY }, () => {
        for (const [turn, wide, long] of FEATHERS)
          canvas.within({ x: 0, y: 0, turn, scaleX: wide, scaleY: long }, () => canvas.fill(FEATHER))
      })
}
