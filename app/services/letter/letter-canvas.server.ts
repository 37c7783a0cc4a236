import { type PDFDocument, PDFName, type PDFPage, type PDFRef } from '@cantoo/pdf-lib'
import { type FontName, toWindows1252, widthIn } from './letter-fonts.server.ts'

export const POINTS_PER_MM = 72 / 25.4

/** In millimetres from the upper left corner of the page. */
type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
/** RGB, each 0 to 1. */
type Colour = readonly [number, number, number]

const INK: Colour = [0.082, 0.098, 0.102]
export const SLATE: Colour = [0.29, 0.318, 0.306]
export const GILT_INK: Colour = [0.463, 0.322, 0.078]
const RULE: Colour = [0.553, 0.478, 0.298]

/** Stops of the gold gradient, from the upper left to the lower right corner of a box. */
const GOLD: readonly (readonly [number, Colour])[] = [
  [0, [0.545, 0.38, 0.114]],
  [0.24, [0.784, 0.604, 0.235]],
  [0.42, [0.902, 0.78, 0.467]],
  [0.6, [0.725, 0.541, 0.192]],
  [0.8, [0.545, 0.38, 0.114]],
  [1, [0.816, 0.647, 0.29]],
]

function formatNumber(value: number): string {
  return String(Math.round(value * 1000) / 1000)
}

export type TextStyle = {
  readonly font: FontName
  /** Millimetres. */
  readonly size: number
  readonly colour?: Colour
  readonly align?: 'left' | 'center'
}

/**
 * A PDF page to draw on, in millimetres from its upper left corner. Writes the content stream itself, as pdf-lib's
 * own drawing functions have no gradients. Call `finish` when the page is complete.
 */
export class LetterCanvas {
  readonly page: PDFPage
  readonly #document: PDFDocument
  readonly #height: number
  readonly #ops: string[] = []
  readonly #fonts: Record<FontName, PDFRef>
  readonly #patterns: PDFRef[] = []
  readonly #opacities: number[] = []

  constructor(document: PDFDocument, width: number, height: number, fonts: Record<FontName, PDFRef>) {
    this.#document = document
    this.#height = height
    this.#fonts = fonts
    this.page = document.addPage([width * POINTS_PER_MM, height * POINTS_PER_MM])
    this.#ops.push(
      `${formatNumber(POINTS_PER_MM)} 0 0 ${formatNumber(-POINTS_PER_MM)} 0 ${formatNumber(height * POINTS_PER_MM)} cm`,
    )
  }

  /** Runs `draw` in a transformed coordinate system. @param place `turn` in degrees, clockwise; `opacity` 0 to 1 */
  within(
    place: { x: number; y: number; scaleX?: number; scaleY?: number; turn?: number; opacity?: number },
    draw: () => void,
  ): void {
    const { x, y, scaleX = 1, scaleY = scaleX, turn = 0, opacity = 1 } = place
    const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)]
    const matrix = [cos * scaleX, sin * scaleX, -sin * scaleY, cos * scaleY, x, y].map((v) =>
      String(Math.round(v * 1e5) / 1e5),
    )
    this.#ops.push('q')
    if (opacity < 1) this.#ops.push(`/O${this.#opacityIndex(opacity)} gs`)
    this.#ops.push(`${matrix.join(' ')} cm`)
    draw()
    this.#ops.push('Q')
  }

  /** Sets the gold gradient as fill and stroke colour. @param box of the gradient, always in page coordinates */
  gold(box: Box): void {
    const index = this.#patterns.push(this.#goldPattern(box)) - 1
    this.#ops.push(`/Pattern cs /G${index} scn /Pattern CS /G${index} SCN`)
  }

  colour(colour: Colour): void {
    const values = colour.map(formatNumber).join(' ')
    this.#ops.push(`${values} rg ${values} RG`)
  }

  /** Fills a path. @param evenOdd uses the even-odd rule instead of the nonzero winding rule */
  fill(path: string, evenOdd = false): void {
    this.#ops.push(path.trim(), evenOdd ? 'f*' : 'f')
  }

  stroke(path: string, width: number, { round = false, dash = '' } = {}): void {
    this.#ops.push(`${formatNumber(width)} w ${round ? 1 : 0} J [${dash}] 0 d`, path.trim(), 'S')
  }

  line(x1: number, y1: number, x2: number, y2: number, width: number): void {
    this.stroke(`${formatNumber(x1)} ${formatNumber(y1)} m ${formatNumber(x2)} ${formatNumber(y2)} l`, width)
  }

  rectangle({ x, y, width, height }: Box, thickness: number): void {
    this.stroke(
      `${formatNumber(x)} ${formatNumber(y)} ${formatNumber(width)} ${formatNumber(height)} re`,
      thickness,
    )
  }

  /** Draws a line to write on. */
  rule(x: number, y: number, width: number): void {
    this.colour(RULE)
    this.line(x, y, x + width, y, 0.25)
  }

  /** Draws one line of text; `y` is its baseline. */
  text(words: string, x: number, y: number, style: TextStyle): void {
    const { font, size, colour = INK, align = 'left' } = style
    const left = align === 'center' ? x - this.widthOf(words, style) / 2 : x
    const hex = Buffer.from(toWindows1252(words)).toString('hex')
    this.colour(colour)
    this.#ops.push(
      `BT /${font} ${formatNumber(size)} Tf 1 0 0 -1 ${formatNumber(left)} ${formatNumber(y)} Tm <${hex}> Tj ET`,
    )
  }

  /** Draws text wrapped to `width`, with line height `leading`. */
  paragraph(words: string, x: number, y: number, width: number, leading: number, style: TextStyle): void {
    const lines: string[] = []
    for (const word of words.split(' ')) {
      const longer = `${lines.at(-1) ?? ''} ${word}`.trim()
      if (lines.length > 0 && this.widthOf(longer, style) <= width) lines[lines.length - 1] = longer
      else lines.push(word)
    }
    for (const [index, line] of lines.entries()) this.text(line, x, y + index * leading, style)
  }

  /** Width of a text in millimetres. */
  widthOf(words: string, { font, size }: Pick<TextStyle, 'font' | 'size'>): number {
    return widthIn(font, words, size)
  }

  finish(): void {
    const { context } = this.#document
    const named = <T>(prefix: string, values: readonly T[]) =>
      Object.fromEntries(values.map((value, index) => [`${prefix}${index}`, value]))
    this.page.node.set(
      PDFName.of('Resources'),
      context.obj({
        Font: this.#fonts,
        Pattern: named('G', this.#patterns),
        ExtGState: named(
          'O',
          this.#opacities.map((opacity) => ({ Type: 'ExtGState', ca: opacity, CA: opacity })),
        ),
      }),
    )
    this.page.node.set(PDFName.of('Contents'), context.register(context.flateStream(this.#ops.join('\n'))))
  }

  #opacityIndex(opacity: number): number {
    const known = this.#opacities.indexOf(opacity)
    return known >= 0 ? known : this.#opacities.push(opacity) - 1
  }

  /** Patterns ignore the current transformation: their coordinates are points from the page's lower left corner. */
  #goldPattern({ x, y, width, height }: Box): PDFRef {
    const { context } = this.#document
    const segments = GOLD.slice(1).map(([, to], index) => ({
      FunctionType: 2,
      Domain: [0, 1],
      C0: [...(GOLD[index]?.[1] ?? to)],
      C1: [...to],
      N: 1,
    }))
    const [left, top, right, bottom] = [x, this.#height - y, x + width, this.#height - y - height].map(
      (value) => value * POINTS_PER_MM,
    )
    return context.register(
      context.obj({
        Type: 'Pattern',
        PatternType: 2,
        Shading: {
          ShadingType: 2,
          ColorSpace: 'DeviceRGB',
          Coords: [left, top, right, bottom] as number[],
          Extend: [true, true],
          Function: {
            FunctionType: 3,
            Domain: [0, 1],
            Functions: segments,
            Bounds: GOLD.slice(1, -1).map(([stop]) => stop),
            Encode: segments.flatMap(() => [0, 1]),
          },
        },
      }),
    )
  }
}
