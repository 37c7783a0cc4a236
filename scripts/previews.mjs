/**
 * Generates the placeholders of pictures above the fold: SVGs of a few blurred shapes that are inlined into the
 * page and shown until the picture has loaded (app/services/pages/picture-previews.server.ts).
 *
 *   npm run previews -- [name …]
 *
 * Each shape is found by random search and then hill climbing, for the largest decrease of the squared error.
 * Without names, the existing placeholders are generated again; to add one, name it as in app/models/pictures.ts.
 * The results are in the repository; the random numbers have a fixed seed, so that only a change of the artwork
 * changes them.
 */
import { readdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { PICTURES } from '../app/models/pictures.ts'

const ROOT = new URL('../', import.meta.url)
const FOLDER = new URL('app/services/pages/previews/', ROOT)

/** Width of the raster on which shapes are compared, in cells. */
const RASTER_WIDTH = 64
/** Width of the SVG, px: phones do not show it much wider. */
const WIDTH = 416
const OPACITY = 0.6
/** Searches for each shape, each with so many random shapes and then so many small changes of the best. */
const SEARCHES = 12
const RANDOM_SHAPES = 300
const CHANGES = 700
/**
 * Distance from the edge of a transparent picture, in cells: the placeholder stays behind it and must not be
 * visible.
 */
const INSET = 2
/** Tolerance of the simplified outline, in cells. */
const TOLERANCE = 1.2
/** Rows of a transparent picture that are narrower than this, in cells, are left out. */
const MIN_RUN = 6
/** Number of shapes by kind of picture. */
const SHAPES = { product: 17, solid: 14, transparent: 12 }

/** A linear congruential generator of numbers from 0 to 1. */
function createRandom(seed) {
  let state = seed
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const clamp = (value, min, max) => Math.max(min, Math.min(max, value))
/** Quantizes a colour channel (0 to 255) to 16 steps, for colours of three hexadecimal digits. */
const toStep = (value) => clamp(Math.round(value / 17), 0, 15)
const toHex = (steps) => `#${steps.map((step) => step.toString(16)).join('')}`

/** Indexes of the raster's cells inside a shape. */
function cellsOf({ kind, x, y, a, b }, { width, height }) {
  const cells = []
  const isRect = kind === 'rect'
  const [left, top] = isRect ? [x, y] : [x - a, y - b]
  const [right, bottom] = [x + a, y + b]
  for (let row = Math.max(0, top); row < Math.min(height, bottom); row++)
    for (let column = Math.max(0, left); column < Math.min(width, right); column++)
      if (isRect || ((column + 0.5 - x) / a) ** 2 + ((row + 0.5 - y) / b) ** 2 <= 1)
        cells.push(row * width + column)
  return cells
}

/** The best colour of a shape, and by how much the shape decreases the squared error. Null for a tiny shape. */
function evaluate(shape, raster) {
  const { target, current, inside } = raster
  const cells = cellsOf(shape, raster).filter((cell) => inside[cell])
  if (cells.length < 6) return null
  const channels = [0, 1, 2]
  const colour = channels.map((channel) => {
    let sum = 0
    for (const cell of cells) {
      const at = cell * 3 + channel
      sum += (target[at] - (1 - OPACITY) * current[at]) / OPACITY
    }
    return toStep(sum / cells.length)
  })
  let gain = 0
  for (const cell of cells)
    for (const channel of channels) {
      const at = cell * 3 + channel
      const before = current[at] - target[at]
      const after = (1 - OPACITY) * current[at] + OPACITY * 17 * colour[channel] - target[at]
      gain += before * before - after * after
    }
  return { shape, colour, cells, gain }
}

function randomShape(random, { width, height }) {
  const upTo = (max) => Math.floor(random() * max)
  const kind = random() < 0.5 ? 'rect' : 'ellipse'
  return { kind, x: upTo(width), y: upTo(height), a: 2 + upTo(width / 2), b: 2 + upTo(height / 2) }
}

function changeShape(shape, random, { width, height }) {
  const side = ['x', 'y', 'a', 'b'][Math.floor(random() * 4)]
  const min = side === 'a' || side === 'b' ? 1 : 0
  const value = shape[side] + Math.round(random() * 12) - 6
  return { ...shape, [side]: clamp(value, min, Math.max(width, height)) }
}

function findBestShape(random, raster) {
  let best = null
  for (let search = 0; search < SEARCHES; search++) {
    let found = null
    for (let attempt = 0; attempt < RANDOM_SHAPES + CHANGES; attempt++) {
      const isRandom = attempt < RANDOM_SHAPES || found === null
      const shape = isRandom ? randomShape(random, raster) : changeShape(found.shape, random, raster)
      const candidate = evaluate(shape, raster)
      if (candidate !== null && (found === null || candidate.gain > found.gain)) found = candidate
    }
    if (best === null || found.gain > best.gain) best = found
  }
  return best
}

/** Blends a shape into the raster. */
function draw({ cells, colour }, { current }) {
  for (const cell of cells)
    for (const channel of [0, 1, 2]) {
      const at = cell * 3 + channel
      current[at] = (1 - OPACITY) * current[at] + OPACITY * 17 * colour[channel]
    }
}

/** Scales a picture down to cells. `inside` marks those that shapes may cover: all of an opaque picture. */
async function createRaster(picture) {
  const file = fileURLToPath(
    new URL(`public${picture.base}-${picture.widths.at(-1)}.${picture.formats.at(-1)}`, ROOT),
  )
  const { data, info } = await sharp(file)
    .resize({ width: RASTER_WIDTH })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const count = width * height
  const target = new Float32Array(count * 3)
  const solid = new Uint8Array(count)
  for (let cell = 0; cell < count; cell++) {
    for (const channel of [0, 1, 2]) target[cell * 3 + channel] = data[cell * 4 + channel]
    solid[cell] = data[cell * 4 + 3] > 250 ? 1 : 0
  }
  const isTransparent = solid.includes(0)
  const runs = isTransparent ? runsOf(inset(solid, width, height), width, height) : null
  const inside = runs === null ? solid : insideOf(runs, width, height)
  return { width, height, target, inside, runs, current: new Float32Array(count * 3) }
}

/** The cells that are surrounded by opaque ones only. */
function inset(solid, width, height) {
  const isSolid = (column, row) =>
    column >= 0 && row >= 0 && column < width && row < height && solid[row * width + column] === 1
  return solid.map((_, cell) => {
    const [column, row] = [cell % width, Math.floor(cell / width)]
    for (let down = -INSET; down <= INSET; down++)
      for (let right = -INSET; right <= INSET; right++) if (!isSolid(column + right, row + down)) return 0
    return 1
  })
}

/** The longest run of marked cells in each row. */
function runsOf(cells, width, height) {
  const runs = []
  for (let row = 0; row < height; row++) {
    let best = null
    for (let column = 0; column < width; column++) {
      const from = column
      while (column < width && cells[row * width + column]) column++
      if (column > from && (best === null || column - from > best.to - best.from))
        best = { row, from, to: column }
    }
    if (best !== null && best.to - best.from >= MIN_RUN) runs.push(best)
  }
  return runs
}

function insideOf(runs, width, height) {
  const inside = new Uint8Array(width * height)
  for (const { row, from, to } of runs) inside.fill(1, row * width + from, row * width + to)
  return inside
}

/** Simplifies a line (Ramer-Douglas-Peucker), within `TOLERANCE`. */
function simplify(line) {
  const [[x, y], [endX, endY]] = [line[0], line.at(-1)]
  const length = Math.hypot(endX - x, endY - y)
  const distances = line.map(([px, py]) => Math.abs((endX - x) * (y - py) - (x - px) * (endY - y)) / length)
  const furthest = distances.indexOf(Math.max(...distances))
  if (distances[furthest] <= TOLERANCE) return [line[0], line.at(-1)]
  return [...simplify(line.slice(0, furthest + 1)), ...simplify(line.slice(furthest)).slice(1)]
}

/** The simplified outline of the runs, as SVG path data. */
function outlineOf(runs) {
  const last = runs.at(-1)
  const rows = [...runs, { ...last, row: last.row + 1 }]
  const lefts = simplify(rows.map(({ row, from }) => [from, row]))
  const rights = simplify(rows.map(({ row, to }) => [to, row]))
  return `M${[...rights, ...lefts.reverse()].flat().join(' ')}z`
}

function elementOf({ shape: { kind, x, y, a, b }, colour }) {
  return kind === 'rect'
    ? `<rect fill="${toHex(colour)}" x="${x}" y="${y}" width="${a}" height="${b}"/>`
    : `<ellipse fill="${toHex(colour)}" cx="${x}" cy="${y}" rx="${a}" ry="${b}"/>`
}

function meanColourOf({ target, inside, width, height }) {
  const sums = [0, 0, 0]
  let count = 0
  for (let cell = 0; cell < width * height; cell++)
    if (inside[cell]) {
      count++
      for (const channel of [0, 1, 2]) sums[channel] += target[cell * 3 + channel]
    }
  return sums.map((sum) => toStep(sum / count))
}

async function createPreview(name) {
  const picture = PICTURES[name]
  const raster = await createRaster(picture)
  const { width, height, runs, current } = raster
  const background = meanColourOf(raster)
  for (let at = 0; at < current.length; at++) current[at] = background[at % 3] * 17
  const random = createRandom(7)
  const kind = runs !== null ? 'transparent' : name.startsWith('product-') ? 'product' : 'solid'
  const shapes = []
  for (let shape = 0; shape < SHAPES[kind]; shape++) {
    const best = findBestShape(random, raster)
    draw(best, raster)
    shapes.push(elementOf(best))
  }
  const size = `width="${WIDTH}" height="${Math.round((WIDTH * height) / width)}" viewBox="0 0 ${width} ${height}"`
  const clip = runs === null ? '' : `<clipPath id="c"><path d="${outlineOf(runs)}"/></clipPath>`
  const clipped = runs === null ? '' : ' clip-path="url(#c)"'
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size}>`,
    `<filter id="b" color-interpolation-filters="sRGB"><feGaussianBlur stdDeviation="1"/></filter>${clip}`,
    `<g${clipped}><path fill="${toHex(background)}" d="M0 0h${width}v${height}H0z"/>`,
    `<g filter="url(#b)" fill-opacity="${OPACITY}">${shapes.join('')}</g></g></svg>`,
  ].join('')
}

const named = process.argv.slice(2)
const wanted = named.length > 0 ? named : readdirSync(FOLDER).map((file) => file.replace(/\.svg$/, ''))
for (const name of wanted) {
  const svg = await createPreview(name)
  writeFileSync(new URL(`${name}.svg`, FOLDER), `${svg}\n`)
  console.log(name, svg.length)
}
