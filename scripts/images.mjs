/**
 * Generates the files of public/img and public/products from the vectors in design/art.
 *
 *   npm run images -- [name …] [--chromium /usr/bin/chromium]
 *
 * app/models/pictures.ts defines the widths and formats; this file defines what is in each picture. The results are
 * in the repository, so this is needed only when the artwork changes. Chromium renders the vectors, because only a
 * browser renders their filters correctly; sharp resizes and encodes.
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { PICTURES } from '../app/models/pictures.ts'

const ROOT = new URL('../', import.meta.url)
const ART = new URL('design/art/', ROOT)
const LETTER = new URL('design/letter/', ROOT)

const BACKGROUND = {
  midnight: 'radial-gradient(ellipse at 46% 42%,#3b4a9c 0,#161f52 55%,#0a0e2b 100%)',
  stone:
    'radial-gradient(ellipse 70% 26% at 50% 88%,#8f8a7a66,#8f8a7a00 100%),linear-gradient(180deg,#d3d0c5,#b4b0a2)',
  linen: 'linear-gradient(180deg,#d2cdbd,#e2dece 40%,#d9d4c4)',
  velvet: 'radial-gradient(ellipse at 50% 34%,#752331,#4a121c 52%,#25070d)',
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

function boxAndWand(box, wand, background) {
  return photo(
    background,
    art(box, 'left:43%;top:51%;height:80%;translate:-50% -50%'),
    art(wand, 'left:84%;top:50%;height:84%;translate:-50% -50%;rotate:13deg'),
  )
}

function wandPhoto(wand) {
  const well =
    '<i style="position:absolute;inset:0;box-shadow:inset 0 22px 34px -18px #0b141280,inset 0 0 0 2px #0b141214"></i>'
  return photo(BACKGROUND.linen, well, art(wand, 'left:50%;top:50%;height:90%;translate:-50% -50%'))
}

const WANDS = [
  'dragon-elder',
  'dragon-oak',
  'dragon-yew',
  'unicorn-chestnut',
  'unicorn-cherry',
  'phoenix-elm',
]

/** The six wands in a fan; all in percent: its centre, the distance between them, their height. */
function fan(centre, distance, height) {
  return WANDS.map((wand, index) => {
    const angle = (index - 2.5) * 4.5
    const style = `left:${centre + (index - 2.5) * distance}%;top:${49 + Math.abs(index - 2.5) * 1.1}%;height:${height}%;translate:-50% -50%;`
    return art(`wand-${wand}`, `${style}rotate:${angle}deg;filter:drop-shadow(5px 9px 5px #0007)`)
  })
}

/** A wide band of velvet, its right part empty for words. */
function wandsOnVelvet() {
  const velvet = 'radial-gradient(ellipse at 32% 26%,#7a2634,#4a121c 46%,#1d060a)'
  return stage(1600, 760, velvet, ...fan(32, 8.6, 88))
}

function trio() {
  return photo(
    BACKGROUND.stone,
    art('box-vol1-ashborn', 'left:27%;top:49%;height:68%;translate:-50% -50%'),
    art('box-vol1-sunfire', 'left:74%;top:49%;height:68%;translate:-50% -50%'),
    art('box-vol1-ember', 'left:50%;top:51%;height:78%;translate:-50% -50%'),
  )
}

/** A square detail of a scene; `style` sets the scene's size and position. */
function detail(file, style) {
  return photo('#0b1412', art(file, style))
}

async function recipes() {
  const list = {
    'hero-scene': alone('hero-scene', 1600, 900),
    'hero-scene-tall': alone('hero-scene-tall', 640, 800),
    'story-scene': alone('story-scene', 1600, 900),
    'story-scene-us': await workshopWithVol2(),
    'story-crate': partOfWorkshop(1000, 310, 600, 516),
    'vol2-shelf': partOfWorkshop(1092, 276, 204, 272),
    'empty-shelf': alone('empty-shelf', 720, 320),
    'box-vol2-open': alone('box-vol2-open', 1000, 740),
    'gift-envelope': alone('gift-envelope', 900, 720),
    'wands-collectors-set': alone('wands-collectors-set', 900, 720),
    'merch-mug': alone('merch-mug', 640, 640),
    'letter-a4': { file: new URL('preview-a4.png', LETTER) },
    'letter-a5': { file: new URL('preview-a5.png', LETTER) },

    'product-vol2-closed': boxPhoto('box-vol2-closed', BACKGROUND.midnight),
    'product-vol2-open': photo(
      BACKGROUND.midnight,
      art('box-vol2-open', 'left:50%;top:50%;width:92%;translate:-50% -50%'),
    ),
    'product-vol2-envelope': photo(
      BACKGROUND.pine,
      art('gift-envelope', 'left:50%;top:50%;width:90%;translate:-50% -50%'),
    ),
    'product-vol2-scene': detail('hero-scene-tall', 'left:0;bottom:0;width:100%'),
    'product-vol2-with-classic-wand': boxAndWand('box-vol2-closed', 'wand-dragon-elder', BACKGROUND.midnight),
    'product-vol2-with-premium-wand': boxAndWand('box-vol2-closed', 'wand-dragon-oak', BACKGROUND.midnight),

    'product-vol1-trio': trio(),
    'product-vol1-with-classic-wand': boxAndWand('box-vol1-ember', 'wand-dragon-elder', BACKGROUND.stone),
    'product-vol1-with-premium-wand': boxAndWand('box-vol1-ember', 'wand-dragon-oak', BACKGROUND.stone),

    'wands-velvet': wandsOnVelvet(),
    'product-wands-six': photo(BACKGROUND.velvet, ...fan(50, 13, 80)),
    'product-wands-set': photo(
      BACKGROUND.board,
      art('wands-collectors-set', 'left:50%;top:50%;width:96%;translate:-50% -50%'),
    ),
    'product-tote-natural': boxPhoto('merch-tote', BACKGROUND.pine),
    'product-tote-midnight': boxPhoto('merch-tote-midnight', BACKGROUND.board),
    'product-mug': photo(
      BACKGROUND.board,
      art('merch-mug', 'left:50%;top:49%;height:84%;translate:-50% -50%'),
    ),
  }
  for (const box of ['vol1-ashborn', 'vol1-sunfire', 'vol1-ember', 'vol2-closed'])
    list[`box-${box}`] = alone(`box-${box}`, 640, 800)
  for (const edition of ['ashborn', 'sunfire', 'ember'])
    list[`product-vol1-${edition}`] = boxPhoto(`box-vol1-${edition}`, BACKGROUND.stone)
  for (const wand of WANDS) {
    list[`wand-${wand}`] = alone(`wand-${wand}`, 200, 960)
    list[`product-wand-${wand}`] = wandPhoto(`wand-${wand}`)
  }
  for (const tote of ['merch-tote', 'merch-tote-midnight']) list[tote] = alone(tote, 640, 800)
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

async function render(browser, recipe, width) {
  if (recipe.file) return readFile(recipe.file)
  const context = await browser.newContext({
    viewport: { width: recipe.width, height: recipe.height },
    deviceScaleFactor: width / recipe.width,
  })
  const page = await context.newPage()
  await page.goto(ART.href)
  await page.setContent(
    `<body style="margin:0;position:relative;overflow:hidden;width:${recipe.width}px;height:${recipe.height}px;` +
      `background:${recipe.background ?? 'transparent'}">${recipe.html}`,
    { waitUntil: 'load' },
  )
  const png = await page.screenshot({ omitBackground: recipe.background === null, timeout: 120_000 })
  await context.close()
  return png
}

async function generate(browser, name, recipe) {
  const picture = PICTURES[name]
  const original = await render(browser, recipe, picture.width)
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
  options: { chromium: { type: 'string', default: '/usr/bin/chromium' } },
})
const all = await recipes()
for (const name of [...positionals, ...Object.keys(all)])
  if (!(name in PICTURES && name in all))
    throw new Error(`${name} needs both a row in app/models/pictures.ts and a recipe here`)
const browser = await chromium.launch({
  executablePath: values.chromium,
  args: [
    '--no-sandbox',
    '--disable-dev-shm-usage',
    '--disable-gpu',
    '--disable-quic',
    '--disable-background-networking',
  ],
})
const wanted = Object.entries(all).filter(([name]) => positionals.length === 0 || positionals.includes(name))
for (const [name, recipe] of wanted) await generate(browser, name, recipe)
await browser.close()
