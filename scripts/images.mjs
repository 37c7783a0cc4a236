/**
 * Generates the files of public/img, public/products and public/mail from the vectors in design/art, and photographs of the film's
 * box and of what stands beside it from design/film/source/stills.js.
 *
 *   npm run images -- [name …] [--chromium /usr/bin/chromium]
 *
 * app/models/pictures.ts defines the widths and formats; this file defines what is in each picture. The results are
 * in the repository, so this is needed only when the artwork changes. Chromium renders the vectors, because only a
 * browser renders their filters correctly; sharp resizes and encodes. A photograph takes one to three minutes; with
 * `--draft` it is made from few exposures, to judge a composition.
 */
import { existsSync } from 'node:fs'
import { copyFile, readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { WAND_STYLES, wandSlug } from '../app/models/option-choice.ts'
import { PICTURES } from '../app/models/pictures.ts'

const ROOT = new URL('../', import.meta.url)
const ART = new URL('design/art/', ROOT)
const LETTER = new URL('design/letter/', ROOT)
const STUDIO = new URL('design/film/source/studio.html', ROOT)

const BACKGROUND = {
  pine: 'radial-gradient(ellipse at 50% 42%,#2f6459 0,#1a3d35 52%,#0d1d19 100%)',
  board: 'linear-gradient(180deg,#d9d6cc,#c4c0b3)',
}

/** An `<img>` of an art file, placed with `style` on a stage of 640 by 640. */
function art(file, style) {
  // The browser would render the background without it.
  if (!existsSync(new URL(`${file}.svg`, ART))) throw new Error(`There is no design/art/${file}.svg`)
  return `<img src="${new URL(`${file}.svg`, ART)}" style="position:absolute;object-fit:contain;${style}">`
}

/** A stage of the given size, in CSS pixels. A null background is transparent. */
function stage(width, height, background, ...inner) {
  return { width, height, background, html: inner.join('') }
}

/** The drawn scene of the hero, with a photograph of the book in its keyhole; `left` and `top` in pixels of the scene. */
function withBook(scene, left, top) {
  const glow =
    `<i style="position:absolute;left:${left + 112}px;top:${top + 187}px;width:260px;height:260px;opacity:.4;` +
    'mix-blend-mode:screen;background:radial-gradient(closest-side,#ffe6a8,#ffb84d66 40%,#ffb84d00)"></i>'
  return { ...scene, over: { still: 'hero-book', left, top, width: 600, height: 500, glow } }
}

/** The workshop with a Vol. II on the bench: the US store does not sell Vol. I. */
async function workshopWithVol2() {
  let svg = await readFile(new URL('story-scene.svg', ART), 'utf8')
  const colours = {
    lea: ['#3f51b8', '#1a2466', '#070b2a'],
    spn: ['#04061a', '#1a2466', '#2b3a94', '#1a2466', '#04061a'],
    foil: ['#7a5518', '#c7973a', '#f8e7b0', '#d9b057', '#94691f', '#e6c777', '#8b611d'],
    foil2: ['#c7973a', '#f8e7b0', '#d9b057', '#94691f'],
    gil: ['#6d4a12', '#c7973a', '#f8e7b0', '#d9b057', '#5a3d10'],
    semb: ['#33429a', '#33429a', '#141b4d', '#04061a'],
    ssun: ['#2f5a50', '#2f5a50', '#142c26', '#06110e'],
  }
  for (const [id, stops] of Object.entries(colours)) {
    const gradient = new RegExp(`(<(?:linear|radial)Gradient id="${id}"[^]*?</(?:linear|radial)Gradient>)`)
    let index = 0
    svg = svg.replace(gradient, (whole) =>
      whole.replace(/stop-color="#\w+"/g, () => `stop-color="${stops[index++]}"`),
    )
    if (index !== stops.length) throw new Error(`${id} has ${index} colours, not ${stops.length}`)
  }
  const fills = {
    a42c22: '2b3a94',
    '3a0b0a': '0a0e2b',
    c23a2a: '3f51b8',
    '2a0708': '070b2a',
    '1f0506': '04061a',
  }
  for (const [red, blue] of Object.entries(fills)) svg = svg.replaceAll(`="#${red}"`, `="#${blue}"`)
  const source = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
  return stage(
    1600,
    900,
    null,
    `<img src="${source}" style="position:absolute;inset:0;width:100%;height:100%">`,
  )
}

/** A part of the workshop, rendered at its own size; in pixels of the scene of 1600 by 900. */
function partOfWorkshop(left, top, width, height) {
  return stage(
    width,
    height,
    '#0b1412',
    art('story-scene', `left:${-left}px;top:${-top}px;width:1600px;height:900px;max-width:none`),
  )
}

/** One art file on a transparent background, in its own size. */
function alone(file, width, height) {
  return stage(width, height, null, art(file, 'inset:0;width:100%;height:100%'))
}

function photo(background, ...inner) {
  return stage(640, 640, background, ...inner)
}

function boxPhoto(file, background) {
  return photo(background, art(file, 'left:50%;top:50%;height:86%;translate:-50% -50%'))
}

async function recipes() {
  const list = {
    'hero-scene': withBook(alone('hero-scene', 1600, 900), 900, 400),
    'hero-scene-tall': withBook(alone('hero-scene-tall', 640, 800), 100, 340),
    'mail-welcome': {
      ...withBook(
        stage(1200, 720, '#0a1211', art('hero-scene', 'left:-400px;top:-150px;width:1600px')),
        500,
        250,
      ),
      mail: 'welcome',
    },
    'mail-gift': { still: 'mail-gift', width: 1200, height: 720, mail: 'gift' },
    'story-scene': alone('story-scene', 1600, 900),
    'story-scene-us': await workshopWithVol2(),
    'story-crate': partOfWorkshop(1000, 310, 600, 516),
    'empty-shelf': alone('empty-shelf', 720, 320),
    'letter-a4': { file: new URL('preview-a4.png', LETTER) },
    'letter-a5': { file: new URL('preview-a5.png', LETTER) },

    'product-tote-natural': boxPhoto('merch-tote', BACKGROUND.pine),
    'product-tote-midnight': boxPhoto('merch-tote-midnight', BACKGROUND.board),
  }
  for (const wand of WAND_STYLES.map(wandSlug)) list[`wand-${wand}`] = alone(`wand-${wand}`, 200, 960)
  for (const tote of ['merch-tote', 'merch-tote-midnight']) list[tote] = alone(tote, 640, 800)
  // All others but those of the films are photographs: the scenes of the same names in design/film/source/stills.js.
  for (const name of Object.keys(PICTURES)) if (!name.startsWith('film-')) list[name] ??= { still: name }
  return list
}

/**
 * Wide pictures get a lower quality, as they are shown on high-density screens; solid backgrounds need a higher
 * one.
 */
function encoders(width, isSolid) {
  const large = width > 720
  return {
    avif: (image) =>
      image.avif({ quality: (large ? 50 : 54) + (isSolid ? 6 : 0), effort: 4, chromaSubsampling: '4:2:0' }),
    webp: (image) =>
      image.webp({ quality: large ? 74 : 78, alphaQuality: 80, effort: 5, smartSubsample: true }),
    jpg: (image) => image.jpeg({ quality: large ? 78 : 80, mozjpeg: true }),
  }
}

/** Photographs a scene of design/film/source/stills.js. */
async function photograph(browser, name, width, height) {
  const page = await browser.newPage()
  page.on('pageerror', (error) => {
    throw error
  })
  const files = (await readdir(ART)).filter((file) => file.endsWith('.svg'))
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, ART), 'utf8')))
  const svg = Object.fromEntries(files.map((file, index) => [file.slice(0, -4), texts[index]]))
  await page.goto(STUDIO.href)
  const order = { name, svg, width, height, samples: values.draft ? 8 : undefined }
  const pixels = await page.evaluate((value) => globalThis.still(value), order)
  await page.close()
  const raw = { width, height, channels: 4 }
  return sharp(Buffer.from(pixels, 'base64'), { raw }).flip().png().toBuffer()
}

/** An `<img>` of a photograph, to lie on a drawing that is rendered `scale` times as large. */
async function photographIn(browser, { still, left, top, width, height, glow }, scale) {
  const png = await photograph(browser, still, Math.round(width * scale), Math.round(height * scale))
  const place = `position:absolute;left:${left}px;top:${top}px;width:${width}px`
  return `<img src="data:image/png;base64,${png.toString('base64')}" style="${place}">${glow}`
}

async function render(browser, recipe, { width, height }) {
  if (recipe.file) return readFile(recipe.file)
  if (recipe.still) return photograph(browser, recipe.still, width, height)
  const html =
    recipe.html + (recipe.over ? await photographIn(browser, recipe.over, width / recipe.width) : '')
  const context = await browser.newContext({
    viewport: { width: recipe.width, height: recipe.height },
    deviceScaleFactor: width / recipe.width,
  })
  const page = await context.newPage()
  await page.goto(ART.href)
  await page.setContent(
    `<body style="margin:0;position:relative;overflow:hidden;width:${recipe.width}px;height:${recipe.height}px;` +
      `background:${recipe.background ?? 'transparent'}">${html}`,
    { waitUntil: 'load' },
  )
  const png = await page.screenshot({ omitBackground: recipe.background === null, timeout: 120_000 })
  await context.close()
  return png
}

/** A picture of a mail: one JPEG, as mail programs read no other format everywhere. */
async function generateForMail(browser, recipe) {
  const target = fileURLToPath(new URL(`public/mail/${recipe.mail}.jpg`, ROOT))
  const image = sharp(await render(browser, recipe, recipe)).flatten({ background: '#0b1412' })
  const { size } = await image.jpeg({ quality: 78, mozjpeg: true }).toFile(target)
  await copyFile(target, new URL(`design/mails/img/${recipe.mail}.jpg`, ROOT))
  console.log(`mail/${recipe.mail}.jpg ${Math.round(size / 1000)}k`)
}

async function generate(browser, name, recipe) {
  if (recipe.mail) return generateForMail(browser, recipe)
  const picture = PICTURES[name]
  const original = await render(browser, recipe, picture)
  const sizes = []
  for (const width of picture.widths) {
    const encode = encoders(width, picture.formats.includes('jpg'))
    for (const format of picture.formats) {
      const image = sharp(original).resize({ width })
      if (picture.formats.includes('jpg')) image.flatten({ background: '#0b1412' })
      const target = fileURLToPath(new URL(`public${picture.base}-${width}.${format}`, ROOT))
      const { size } = await encode[format](image).toFile(target)
      sizes.push(`${width}.${format} ${Math.round(size / 1000)}k`)
    }
  }
  console.log(name, sizes.join(' '))
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    chromium: { type: 'string', default: '/usr/bin/chromium' },
    draft: { type: 'boolean', default: false },
  },
})
const all = await recipes()
for (const name of [...positionals, ...Object.keys(all)])
  if (!(name in all && (name in PICTURES || all[name].mail)))
    throw new Error(`${name} needs both a row in app/models/pictures.ts and a recipe here`)
const browser = await chromium.launch({
  executablePath: values.chromium,
  args: [
    '--no-sandbox',
    '--disable-dev-shm-usage',
    '--disable-gpu',
    '--use-angle=swiftshader',
    '--enable-unsafe-swiftshader',
    '--allow-file-access-from-files',
    '--disable-quic',
    '--disable-background-networking',
  ],
})
const wanted = Object.entries(all).filter(([name]) => positionals.length === 0 || positionals.includes(name))
for (const [name, recipe] of wanted) await generate(browser, name, recipe)
await browser.close()
