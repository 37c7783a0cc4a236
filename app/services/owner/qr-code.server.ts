import { alignmentCentres, encodeText, sideOf } from './qr-bits.server.ts'

/** A QR code as one SVG path on a square of `side` units, its quiet margin included. */
export type QrPicture = { readonly side: number; readonly path: string }

const MARGIN = 4

type Cell = 'dark' | 'light' | null
type Grid = Cell[][]

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
]

function put(grid: Grid, x: number, y: number, isDark: boolean): void {
  const row = grid[y]
  if (row && x >= 0 && x < row.length) row[x] = isDark ? 'dark' : 'light'
}

function isDark(grid: Grid, x: number, y: number): boolean {
  return grid[y]?.[x] === 'dark'
}

/** Rings round a centre: dark where `rings` says so, by distance. */
function putRings(grid: Grid, cx: number, cy: number, rings: readonly boolean[]): void {
  const reach = rings.length - 1
  for (let dy = -reach; dy <= reach; dy++)
    for (let dx = -reach; dx <= reach; dx++)
      put(grid, cx + dx, cy + dy, rings[Math.max(Math.abs(dx), Math.abs(dy))] === true)
}

function bit(value: number, index: number): boolean {
  return ((value >> index) & 1) === 1
}

/** A value with the rest of its division by a polynomial behind it. */
function withRest(value: number, polynomial: number, restBits: number): number {
  let rest = value << restBits
  const degree = 31 - Math.clz32(polynomial)
  while (rest !== 0 && 31 - Math.clz32(rest) >= degree) rest ^= polynomial << (31 - Math.clz32(rest) - degree)
  return (value << restBits) | rest
}

function putFormat(grid: Grid, mask: number): void {
  const last = grid.length - 1
  // Level M is 00, so that only the mask speaks.
  const format = withRest(mask, 0b10100110111, 10) ^ 0b101010000010010
  for (let index = 0; index < 15; index++) {
    const dark = bit(format, index)
    if (index < 6) put(grid, 8, index, dark)
    else if (index < 8) put(grid, 8, index + 1, dark)
    else if (index === 8) put(grid, 7, 8, dark)
    else put(grid, 14 - index, 8, dark)
    if (index < 8) put(grid, last - index, 8, dark)
    else put(grid, 8, last - 14 + index, dark)
  }
  put(grid, 8, last - 7, true)
}

function putVersion(grid: Grid, version: number): void {
  if (version < 7) return
  const info = withRest(version, 0b1111100100101, 12)
  for (let index = 0; index < 18; index++) {
    const [a, b] = [grid.length - 11 + (index % 3), Math.floor(index / 3)]
    put(grid, a, b, bit(info, index))
    put(grid, b, a, bit(info, index))
  }
}

/** What is the same whatever the text: finders, timing, alignment, room for format and version. */
function frame(version: number): Grid {
  const side = sideOf(version)
  const grid: Grid = Array.from({ length: side }, () => Array.from({ length: side }, () => null))
  for (let index = 0; index < side; index++) {
    put(grid, 6, index, index % 2 === 0)
    put(grid, index, 6, index % 2 === 0)
  }
  const finder = [true, true, false, true, false]
  for (const [x, y] of [
    [3, 3],
    [side - 4, 3],
    [3, side - 4],
  ] as const)
    putRings(grid, x, y, finder)
  const centres = alignmentCentres(version)
  const [first = 0, last = 0] = [centres.at(0), centres.at(-1)]
  for (const x of centres)
    for (const y of centres) {
      const isCorner =
        (x === first && y === first) || (x === first && y === last) || (x === last && y === first)
      if (!isCorner) putRings(grid, x, y, [true, false, true])
    }
  putFormat(grid, 0)
  putVersion(grid, version)
  return grid
}

/** The places of the data in their order: two columns at a time from the right, up and down in turn. */
function* dataPlaces(grid: Grid): Generator<readonly [x: number, y: number]> {
  const side = grid.length
  let isUp = true
  for (let right = side - 1; right > 0; right -= 2) {
    if (right === 6) right--
    for (let step = 0; step < side; step++) {
      const y = isUp ? side - 1 - step : step
      for (const x of [right, right - 1]) if (grid[y]?.[x] === null) yield [x, y]
    }
    isUp = !isUp
  }
}

function draw(version: number, bytes: readonly number[], mask: number): Grid {
  const empty = frame(version)
  const grid = empty.map((row) => [...row])
  const isTurned = MASKS[mask] ?? (() => false)
  let index = 0
  for (const [x, y] of dataPlaces(empty)) {
    const byte = bytes[index >> 3] ?? 0
    put(grid, x, y, bit(byte, 7 - (index & 7)) !== isTurned(x, y))
    index++
  }
  putFormat(grid, mask)
  return grid
}

/** How hard a picture is to read: long runs, blocks of one colour, too much of one colour. */
function penalty(grid: Grid): number {
  const side = grid.length
  let points = 0
  let dark = 0
  for (let y = 0; y < side; y++) {
    const runs = [0, 0]
    for (let x = 0; x < side; x++) {
      dark += isDark(grid, x, y) ? 1 : 0
      const same = [
        isDark(grid, x, y) === isDark(grid, x - 1, y),
        isDark(grid, y, x) === isDark(grid, y, x - 1),
      ]
      for (const [way, isSame] of same.entries()) {
        const run = x > 0 && isSame ? (runs[way] ?? 0) + 1 : 1
        runs[way] = run
        points += run === 5 ? 3 : run > 5 ? 1 : 0
      }
      const square = [isDark(grid, x - 1, y), isDark(grid, x, y - 1), isDark(grid, x - 1, y - 1)]
      if (x > 0 && y > 0 && square.every((other) => other === isDark(grid, x, y))) points += 3
    }
  }
  return points + Math.floor(Math.abs((dark * 20) / side ** 2 - 10)) * 10
}

/** Draws a text as a QR code. @throws RangeError when it is longer than 666 bytes */
export function drawQrCode(text: string): QrPicture {
  const { version, bytes } = encodeText(text)
  const drawn = MASKS.map((_, mask) => draw(version, bytes, mask))
  const best = drawn.reduce((least, grid) => (penalty(grid) < penalty(least) ? grid : least))
  return { side: best.length + 2 * MARGIN, path: best.map(rowPath).join('') }
}

/** Every run of dark modules in a row as one flat box. */
function rowPath(row: readonly Cell[], y: number): string {
  const text = row.map((cell) => (cell === 'dark' ? '1' : '0')).join('')
  return [...text.matchAll(/1+/g)]
    .map(({ index, 0: run }) => `M${index + MARGIN} ${y + MARGIN}h${run.length}v1h-${run.length}z`)
    .join('')
}
