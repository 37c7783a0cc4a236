/**
 * Makes the previews of pictures that a page shows first: some soft shapes that stand in the page itself, in the picture's
 * place until its file has come (app/services/pages/picture-previews.server.ts).
 *
 *   node scripts/previews.mjs [name …]
 *
 * Each shape is the best of many tries, made better in small steps: the one that takes most off the difference to the
 * picture. Without names, those that are there are made anew: a new one is named once, as in app/models/pictures.ts.
 * The results are kept in the repository; chance is the same every time, so that only other artwork changes them.
 */
import { readdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { PICTURES } from '../app/models/pictures.ts'

const ROOT = new URL('../', import.meta.url)
const FOLDER = new URL('app/services/pages/previews/', ROOT)

/** Cells of the raster that shapes are compared on, across the picture. */
const ACROSS = 64
/** The width of the preview as an image: no telephone shows it much wider. */
const WIDTH = 416
const OPACITY = 0.6
const STARTS = 12
const TRIES = 300
const STEPS = 700
/** Of a see-through picture, how far inside its edge a preview ends: it stays behind the picture and must not show. */
const INSET = 2
/** How far its outline may be from the cells that are inside, for fewer corners. */
const SLACK = 1.2
/** Cells; what is narrower at a picture's top or foot is left out. */
const NARROW = 6
const SHAPES = { product: 17, solid: 14, seeThrough: 12 }

function random(seed) {
  let state = seed
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const clamp = (value, least, most) => Math.max(least, Math.min(most, value))
/** A channel as one of sixteen steps: colours of three letters. */
const toStep = (value) => clamp(Math.round(value / 17), 0, 15)
const toHex = (steps) => `#${steps.map((step) => step.toString(16)).join('')}`

/** Places of the raster's cells inside a shape. */
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

/** The colour that suits a shape best, and by how much it changes the squared difference. */
function judge(shape, raster) {
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

function anyShape(chance, { width, height }) {
  const upTo = (most) => Math.floor(chance() * most)
  const kind = chance() < 0.5 ? 'rect' : 'ellipse'
  return { kind, x: upTo(width), y: upTo(height), a: 2 + upTo(width / 2), b: 2 + upTo(height / 2) }
}

function changed(shape, chance, { width, height }) {
  const side = ['x', 'y', 'a', 'b'][Math.floor(chance() * 4)]
  const least = side === 'a' || side === 'b' ? 1 : 0
  const value = shape[side] + Math.round(chance() * 12) - 6
  return { ...shape, [side]: clamp(value, least, Math.max(width, height)) }
}

function bestShape(chance, raster) {
  let best = null
  for (let start = 0; start < STARTS; start++) {
    let found = null
    for (let turn = 0; turn < TRIES + STEPS; turn++) {
      const isTry = turn < TRIES || found === null
      const shape = isTry ? anyShape(chance, raster) : changed(found.shape, chance, raster)
      const judged = judge(shape, raster)
      if (judged !== null && (found === null || judged.gain > found.gain)) found = judged
    }
    if (best === null || found.gain > best.gain) best = found
  }
  return best
}

/** Draws a shape on the raster. */
function draw({ cells, colour }, { current }) {
  for (const cell of cells)
    for (const channel of [0, 1, 2]) {
      const at = cell * 3 + channel
      current[at] = (1 - OPACITY) * current[at] + OPACITY * 17 * colour[channel]
    }
}

/** The picture in few cells, and which of them count: all of a solid one. */
async function rasterOf(picture) {
  const file = fileURLToPath(
    new URL(`public${picture.base}-${picture.widths.at(-1)}.${picture.formats.at(-1)}`, ROOT),
  )
  const { data, info } = await sharp(file)
    .resize({ width: ACROSS })
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
  const isSeeThrough = solid.includes(0)
  const runs = isSeeThrough ? runsOf(inset(solid, width, height), width, height) : null
  const inside = runs === null ? solid : insideOf(runs, width, height)
  return { width, height, target, inside, runs, current: new Float32Array(count * 3) }
}

/** The cells that have only solid ones round them. */
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

/** For each row its longest run of cells that count, from and to. */
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
    if (best !== null && best.to - best.from >= NARROW) runs.push(best)
  }
  return runs
}

function insideOf(runs, width, height) {
  const inside = new Uint8Array(width * height)
  for (const { row, from, to } of runs) inside.fill(1, row * width + from, row * width + to)
  return inside
}

/** The corners of a line that it needs to pass no further than `SLACK` cells from all of them. */
function corners(line) {
  const [[x, y], [endX, endY]] = [line[0], line.at(-1)]
  const length = Math.hypot(endX - x, endY - y)
  const distances = line.map(([px, py]) => Math.abs((endX - x) * (y - py) - (x - px) * (endY - y)) / length)
  const furthest = distances.indexOf(Math.max(...distances))
  if (distances[furthest] <= SLACK) return [line[0], line.at(-1)]
  return [...corners(line.slice(0, furthest + 1)), ...corners(line.slice(furthest)).slice(1)]
}

/** The outline of the runs. */
function outline(runs) {
  const last = runs.at(-1)
  const rows = [...runs, { ...last, row: last.row + 1 }]
  const lefts = corners(rows.map(({ row, from }) => [from, row]))
  const rights = corners(rows.map(({ row, to }) => [to, row]))
  return `M${[...rights, ...lefts.reverse()].flat().join(' ')}z`
}

function elementOf({ shape: { kind, x, y, a, b }, colour }) {
  return kind === 'rect'
    ? `<rect fill="${toHex(colour)}" x="${x}" y="${y}" width="${a}" height="${b}"/>`
    : `<ellipse fill="${toHex(colour)}" cx="${x}" cy="${y}" rx="${a}" ry="${b}"/>`
}

function meanOf({ target, inside, width, height }) {
  const sums = [0, 0, 0]
  let count = 0
  for (let cell = 0; cell < width * height; cell++)
    if (inside[cell]) {
      count++
      for (const channel of [0, 1, 2]) sums[channel] += target[cell * 3 + channel]
    }
  return sums.map((sum) => toStep(sum / count))
}

async function preview(name) {
  const picture = PICTURES[name]
  const raster = await rasterOf(picture)
  const { width, height, runs, current } = raster
  const ground = meanOf(raster)
  for (let at = 0; at < current.length; at++) current[at] = ground[at % 3] * 17
  const chance = random(7)
  const kind = runs !== null ? 'seeThrough' : name.startsWith('product-') ? 'product' : 'solid'
  const shapes = []
  for (let shape = 0; shape < SHAPES[kind]; shape++) {
    const best = bestShape(chance, raster)
    draw(best, raster)
    shapes.push(elementOf(best))
  }
  const size = `width="${WIDTH}" height="${Math.round((WIDTH * height) / width)}" viewBox="0 0 ${width} ${height}"`
  const clip = runs === null ? '' : `<clipPath id="c"><path d="${outline(runs)}"/></clipPath>`
  const clipped = runs === null ? '' : ' clip-path="url(#c)"'
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size}>`,
    `<filter id="b" color-interpolation-filters="sRGB"><feGaussianBlur stdDeviation="1"/></filter>${clip}`,
    `<g${clipped}><path fill="${toHex(ground)}" d="M0 0h${width}v${height}H0z"/>`,
    `<g filter="url(#b)" fill-opacity="${OPACITY}">${shapes.join('')}</g></g></svg>`,
  ].join('')
}

const named = process.argv.slice(2)
const wanted = named.length > 0 ? named : readdirSync(FOLDER).map((file) => file.replace(/\.svg$/, ''))
for (const name of wanted) {
  const svg = await preview(name)
  writeFileSync(new URL(`${name}.svg`, FOLDER), `${svg}\n`)
  console.log(name, svg.length)
}
