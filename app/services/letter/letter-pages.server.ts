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

/** What is printed on every letter of a store. */
export type LetterWords = {
  /** Where to redeem, as people type it. */
  readonly redeemAddress: string
  readonly storeName: string
}

const TITLE = 'A Letter of Gift'
const SAY =
  'Something is on its way to you. It looks like a book. It opens for a wand. What goes inside is your business.'
const SAFETY = 'Wands contain a small magnet, which is dangerous if swallowed. Not for children under 14.'
const DISPLAY = (size: number, align: TextStyle['align'] = 'left'): TextStyle => ({
  font: 'display',
  size,
  align,
})
const LABEL: TextStyle = { font: 'display', size: 6, colour: GILT_INK }
const SMALL: TextStyle = { font: 'text', size: 3.1, colour: SLATE }
const LINE_HEIGHT = 10.5

const STEPS = (words: LetterWords) =>
  [
    ['Go to the shop', `${words.redeemAddress.split('/')[0]}, then Gift, then Redeem a Gift.`],
    ['Say the magic words', 'All of them, in order. Nobody is listening.'],
    ['Tell it where you live', 'Delivery is free, and so is the box.'],
  ] as const

function once({ storeName }: LetterWords): string {
  return `These words work once, and only in the ${storeName}.`
}

/** A labelled line, and the field on it. */
function lineFor(
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

/** Lines to write on over the star chart, each a field. */
function linesToWrite(canvas: LetterCanvas, x: number, y: number, width: number, count: number): FieldBox[] {
  return Array.from({ length: count }, (_, index) => {
    const at = y + index * LINE_HEIGHT
    canvas.rule(x, at, width)
    return { field: `line ${index + 1}`, x, y: at - 8.2, width, height: 8 }
  })
}

/** Where to go and the words to say there. */
function claim(canvas: LetterCanvas, words: LetterWords, centre: number, y: number): void {
  canvas.text('To claim it, go to', centre, y, { ...SMALL, size: 3.6, align: 'center' })
  canvas.text(words.redeemAddress, centre, y + 6.2, { font: 'strong', size: 4.4, align: 'center' })
  canvas.text('and say these words:', centre, y + 11.8, { ...SMALL, size: 3.6, align: 'center' })
}

/** The whole letter on one sheet. `lines` are those to write on; a shorter sheet has fewer. */
export function drawFlat(
  canvas: LetterCanvas,
  words: LetterWords,
  height: number,
  lines: number,
): FieldBox[] {
  const [middle, left, width] = [105, 31, 148]
  drawFrame(canvas, 0, 210, height, 9)
  drawKeyhole(canvas, middle, 35.7, 23)
  canvas.text(TITLE, middle, 63.3, DISPLAY(17, 'center'))
  canvas.gold({ x: 53, y: 72, width: 104, height: 1 })
  canvas.line(53.5, 72.6, 86.5, 72.6, 0.3)
  canvas.line(123.5, 72.6, 156.5, 72.6, 0.3)
  drawMoons(canvas, middle, 72.6, 31)
  const body = 125 + (lines - 1) * LINE_HEIGHT
  drawChart(canvas, middle, (125 + body) / 2 - 4, Math.min(112, body - 100), 0.13)
  const to = lineFor(canvas, 'to', 'To', [left, 90, width])
  canvas.paragraph(SAY, middle, 101, 136, 7.6, DISPLAY(5.1, 'center'))
  const written = linesToWrite(canvas, left, 125, width, lines)
  const from = lineFor(canvas, 'from', 'From', [left, body + 13.5, width])
  const box = body + 21
  canvas.gold({ x: left, y: box, width, height: 40 })
  canvas.rectangle({ x: left, y: box, width, height: 40 }, 0.3)
  canvas.rectangle({ x: left + 1.2, y: box + 1.2, width: width - 2.4, height: 37.6 }, 0.2)
  claim(canvas, words, middle, box + 9)
  canvas.rule(left + 10, box + 33, width - 20)
  drawStar(canvas, left + 6, box + 31.5, 3.2)
  drawStar(canvas, left + width - 6, box + 31.5, 3.2)
  drawSeal(canvas, left + width - 2.5, box - 1, 23)
  const spoken: FieldBox = { field: 'words', x: left + 10, y: box + 24.4, width: width - 20, height: 8.4 }
  drawSteps(canvas, words, left, box + 48)
  canvas.text(once(words), middle, height - 17.5, { ...SMALL, align: 'center' })
  return [to, ...written, from, spoken]
}

function drawSteps(canvas: LetterCanvas, words: LetterWords, left: number, y: number): void {
  for (const [index, [title, text]] of STEPS(words).entries()) {
    const x = left + index * 51
    canvas.text(`${index + 1}. ${title}`, x, y, { font: 'strong', size: 3.1 })
    canvas.paragraph(text, x, y + 4.4, 46, 4.4, SMALL)
  }
}

/** The outside of the folded card: back and cover. */
export function drawOutside(canvas: LetterCanvas, words: LetterWords, width: number): FieldBox[] {
  const half = width / 2
  const [back, cover] = [half / 2, half * 1.5]
  drawKeyhole(canvas, back, 88, 17)
  canvas.paragraph('Some Treasures Deserve More Than a Drawer', back, 110, 90, 8.6, DISPLAY(7.2, 'center'))
  const fine: TextStyle = { ...SMALL, size: 2.7, align: 'center' }
  canvas.paragraph(`${once(words)} ${SAFETY}`, back, 132, 92, 3.9, fine)
  drawFrame(canvas, half, half, 210, 8)
  canvas.text(TITLE, cover, 33.5, DISPLAY(13.2, 'center'))
  drawChart(canvas, cover, 100.5, 100)
  drawMoons(canvas, cover, 166.5, 56)
  const recipient = lineFor(canvas, 'to', 'For', [cover - 47, 191, 94])
  drawFold(canvas, half)
  return [recipient]
}

/** The inside of the folded card: the letter on the left, the magic words on the right. */
export function drawInside(canvas: LetterCanvas, words: LetterWords, width: number): FieldBox[] {
  const half = width / 2
  const [left, room] = [20, half - 40]
  drawFrame(canvas, 0, half, 210, 8)
  drawFrame(canvas, half, half, 210, 8)
  drawChart(canvas, half / 2, 115, 84, 0.13)
  const to = lineFor(canvas, 'to', 'To', [left, 33, room])
  canvas.paragraph(SAY, left, 44, room, 7, DISPLAY(4.7))
  const written = linesToWrite(canvas, left, 75, room, 10)
  const from = lineFor(canvas, 'from', 'From', [left, 185, room])
  const middle = half * 1.5
  drawShiningKeyhole(canvas, middle, 58, 86)
  canvas.text('The magic words', middle, 102, { ...LABEL, size: 8.2, align: 'center' })
  claim(canvas, words, middle, 110)
  const spoken = { x: half + 16, width: half - 32 }
  canvas.rule(spoken.x, 135, spoken.width)
  drawNumberedSteps(canvas, words, half + 22, 145)
  canvas.text(once(words), middle, 186, { ...SMALL, size: 2.9, align: 'center' })
  drawFold(canvas, half)
  return [to, ...written, from, { field: 'words', ...spoken, y: 126.4, height: 8.4 }]
}

function drawNumberedSteps(canvas: LetterCanvas, words: LetterWords, left: number, y: number): void {
  for (const [index, [title, text]] of STEPS(words).entries()) {
    const at = y + index * 12.4
    canvas.text(String(index + 1), left, at, { font: 'strong', size: 3.4, colour: GILT_INK })
    canvas.text(title, left + 7, at, { font: 'strong', size: 3.3 })
    canvas.paragraph(text, left + 7, at + 4.6, 88, 4.4, { ...SMALL, size: 3.3 })
  }
}

/** Two short dashes where the card is folded. */
function drawFold(canvas: LetterCanvas, x: number): void {
  canvas.colour([0.72, 0.66, 0.5])
  canvas.line(x, 1, x, 5, 0.2)
  canvas.line(x, 205, x, 209, 0.2)
}
