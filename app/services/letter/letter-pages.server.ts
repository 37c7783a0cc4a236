import { GILT_INK, type LetterCanvas, SLATE, type TextStyle } from './letter-canvas.server.ts'
import {
  drawChart,
  drawFrame,
  drawKeyhole,
  drawMoons,
  drawSeal,
  drawShiningKeyhole,
  drawStar,
} from './letter-drawings.server.ts'
import type { FieldBox } from './letter-fields.server.ts'

export type StoreTexts = {
  /** Address of the redeem page, without `https://`. */
  readonly redeemAddress: string
  readonly storeName: string
}

const TITLE = 'A Letter of Gift'
const INTRODUCTION =
  'Something is on its way to you. It looks like a book. It opens for a wand. What goes inside is your business.'
const SAFETY = 'Wands contain a small magnet, which is dangerous if swallowed. Not for children under 14.'
/** Display font in a size, in millimetres. */
const displayStyle = (size: number, align: TextStyle['align'] = 'left'): TextStyle => ({
  font: 'display',
  size,
  align,
})
const LABEL: TextStyle = { font: 'display', size: 6, colour: GILT_INK }
const SMALL: TextStyle = { font: 'text', size: 3.1, colour: SLATE }
const LINE_HEIGHT = 10.5

const redeemSteps = (texts: StoreTexts) =>
  [
    ['Go to the shop', `${texts.redeemAddress.split('/')[0]}, then Gift, then Redeem a Gift.`],
    ['Say the magic words', 'All of them, in order. Nobody is listening.'],
    ['Tell it where you live', 'Delivery is free, and so is the box.'],
  ] as const

function singleUseNote({ storeName }: StoreTexts): string {
  return `These words work once, and only in the ${storeName}.`
}

/** Draws a line with a label. @param box x, baseline y and width @returns the field on the line */
function drawLabelledField(
  canvas: LetterCanvas,
  field: FieldBox['field'],
  label: string,
  box: [number, number, number],
): FieldBox {
  const [x, y, width] = box
  canvas.text(label, x, y - 1.1, LABEL)
  const start = x + canvas.widthOf(label, LABEL) + 3.5
  canvas.rule(start, y, x + width - start)
  return { field, x: start, y: y - 8.2, width: x + width - start, height: 8 }
}

/** Draws the lines of the message. @returns a field for each */
function drawMessageLines(
  canvas: LetterCanvas,
  x: number,
  y: number,
  width: number,
  count: number,
): FieldBox[] {
  return Array.from({ length: count }, (_, index) => {
    const at = y + index * LINE_HEIGHT
    canvas.rule(x, at, width)
    return { field: `line ${index + 1}`, x, y: at - 8.2, width, height: 8 }
  })
}

/** Draws where to redeem the gift. @param centre x of the centred lines */
function drawRedeemInstructions(canvas: LetterCanvas, texts: StoreTexts, centre: number, y: number): void {
  canvas.text('To claim it, go to', centre, y, { ...SMALL, size: 3.6, align: 'center' })
  canvas.text(texts.redeemAddress, centre, y + 6.2, { font: 'strong', size: 4.4, align: 'center' })
  canvas.text('and say these words:', centre, y + 11.8, { ...SMALL, size: 3.6, align: 'center' })
}

/** Draws the whole letter on one sheet. @param lines number of message lines, fewer on a shorter sheet */
export function drawFlat(canvas: LetterCanvas, texts: StoreTexts, height: number, lines: number): FieldBox[] {
  const [middle, left, width] = [105, 31, 148]
  drawFrame(canvas, 0, 210, height, 9)
  drawKeyhole(canvas, middle, 35.7, 23)
  canvas.text(TITLE, middle, 63.3, displayStyle(17, 'center'))
  canvas.gold({ x: 53, y: 72, width: 104, height: 1 })
  canvas.line(53.5, 72.6, 86.5, 72.6, 0.3)
  canvas.line(123.5, 72.6, 156.5, 72.6, 0.3)
  drawMoons(canvas, middle, 72.6, 31)
  const body = 125 + (lines - 1) * LINE_HEIGHT
  drawChart(canvas, middle, (125 + body) / 2 - 4, Math.min(112, body - 100), 0.13)
  const to = drawLabelledField(canvas, 'to', 'To', [left, 90, width])
  canvas.paragraph(INTRODUCTION, middle, 101, 136, 7.6, displayStyle(5.1, 'center'))
  const written = drawMessageLines(canvas, left, 125, width, lines)
  const from = drawLabelledField(canvas, 'from', 'From', [left, body + 13.5, width])
  const box = body + 21
  canvas.gold({ x: left, y: box, width, height: 40 })
  canvas.rectangle({ x: left, y: box, width, height: 40 }, 0.3)
  canvas.rectangle({ x: left + 1.2, y: box + 1.2, width: width - 2.4, height: 37.6 }, 0.2)
  drawRedeemInstructions(canvas, texts, middle, box + 9)
  canvas.rule(left + 10, box + 33, width - 20)
  drawStar(canvas, left + 6, box + 31.5, 3.2)
  drawStar(canvas, left + width - 6, box + 31.5, 3.2)
  drawSeal(canvas, left + width - 2.5, box - 1, 23)
  const magicWords: FieldBox = { field: 'words', x: left + 10, y: box + 24.4, width: width - 20, height: 8.4 }
  drawSteps(canvas, texts, left, box + 48)
  canvas.text(singleUseNote(texts), middle, height - 17.5, { ...SMALL, align: 'center' })
  return [to, ...written, from, magicWords]
}

function drawSteps(canvas: LetterCanvas, texts: StoreTexts, left: number, y: number): void {
  for (const [index, [title, text]] of redeemSteps(texts).entries()) {
    const x = left + index * 51
    canvas.text(`${index + 1}. ${title}`, x, y, { font: 'strong', size: 3.1 })
    canvas.paragraph(text, x, y + 4.4, 46, 4.4, SMALL)
  }
}

/** Draws the outside of the folded card: back and cover. */
export function drawOutside(canvas: LetterCanvas, texts: StoreTexts, width: number): FieldBox[] {
  const half = width / 2
  const [back, cover] = [half / 2, half * 1.5]
  drawKeyhole(canvas, back, 88, 17)
  canvas.paragraph(
    'Some Treasures Deserve More Than a Drawer',
    back,
    110,
    90,
    8.6,
    displayStyle(7.2, 'center'),
  )
  const fine: TextStyle = { ...SMALL, size: 2.7, align: 'center' }
  canvas.paragraph(`${singleUseNote(texts)} ${SAFETY}`, back, 132, 92, 3.9, fine)
  drawFrame(canvas, half, half, 210, 8)
  canvas.text(TITLE, cover, 33.5, displayStyle(13.2, 'center'))
  drawChart(canvas, cover, 100.5, 100)
  drawMoons(canvas, cover, 166.5, 56)
  const recipient = drawLabelledField(canvas, 'to', 'For', [cover - 47, 191, 94])
  drawFold(canvas, half)
  return [recipient]
}

/** Draws the inside of the folded card: the letter on the left, the magic words on the right. */
export function drawInside(canvas: LetterCanvas, texts: StoreTexts, width: number): FieldBox[] {
  const half = width / 2
  const [left, columnWidth] = [20, half - 40]
  drawFrame(canvas, 0, half, 210, 8)
  drawFrame(canvas, half, half, 210, 8)
  drawChart(canvas, half / 2, 115, 84, 0.13)
  const to = drawLabelledField(canvas, 'to', 'To', [left, 33, columnWidth])
  canvas.paragraph(INTRODUCTION, left, 44, columnWidth, 7, displayStyle(4.7))
  const written = drawMessageLines(canvas, left, 75, columnWidth, 10)
  const from = drawLabelledField(canvas, 'from', 'From', [left, 185, columnWidth])
  const middle = half * 1.5
  drawShiningKeyhole(canvas, middle, 58, 86)
  canvas.text('The magic words', middle, 102, { ...LABEL, size: 8.2, align: 'center' })
  drawRedeemInstructions(canvas, texts, middle, 110)
  const magicWords = { x: half + 16, width: half - 32 }
  canvas.rule(magicWords.x, 135, magicWords.width)
  drawNumberedSteps(canvas, texts, half + 22, 145)
  canvas.text(singleUseNote(texts), middle, 186, { ...SMALL, size: 2.9, align: 'center' })
  drawFold(canvas, half)
  return [to, ...written, from, { field: 'words', ...magicWords, y: 126.4, height: 8.4 }]
}

function drawNumberedSteps(canvas: LetterCanvas, texts: StoreTexts, left: number, y: number): void {
  for (const [index, [title, text]] of redeemSteps(texts).entries()) {
    const at = y + index * 12.4
    canvas.text(String(index + 1), left, at, { font: 'strong', size: 3.4, colour: GILT_INK })
    canvas.text(title, left + 7, at, { font: 'strong', size: 3.3 })
    canvas.paragraph(text, left + 7, at + 4.6, 88, 4.4, { ...SMALL, size: 3.3 })
  }
}

/** Draws two short marks where the card is folded. */
function drawFold(canvas: LetterCanvas, x: number): void {
  canvas.colour([0.72, 0.66, 0.5])
  canvas.line(x, 1, x, 5, 0.2)
  canvas.line(x, 205, x, 209, 0.2)
}
