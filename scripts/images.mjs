/**
 * `npm run images -- [name …] [--draft]`: makes the pictures of public/img, public/products and public/mail from the vectors in
 * design/art and the stills of design/film/source. app/models/pictures.ts has their widths and formats; this file what
 * is in each. Chromium renders, sharp resizes and encodes. A still takes one to three minutes, a draft of it seconds.
 */
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { wandSlug } from '#app/models/option-choice.ts'
import { PICTURES } from '#app/models/pictures.ts'
import { WAND_STYLES } from '#app/models/wands.ts'
import { ensureBrowser } from './programs.mjs'

const ROOT = new URL('../', import.meta.url)
const ART = new URL('design/art/', ROOT)
const LETTER = new URL('design/letter/letter.html', ROOT)
const STUDIO = new URL('design/film/source/studio.html', ROOT)

/** One art file on a transparent background, in its own size. */
function alone(file, width, height) {
  // The browser would render a picture without it.
  if (!existsSync(new URL(`${file}.svg`, ART))) throw new Error(`There is no design/art/${file}.svg`)
  return { width, height, html: `<img src="${new URL(`${file}.svg`, ART)}" style="width:100%;height:100%">` }
}

function recipes() {
  const list = {
    'mail-welcome': { still: 'mail-welcome', width: 1200, height: 720, mail: 'welcome' },
    'mail-gift': { still: 'mail-gift', width: 1200, height: 720, mail: 'gift' },
    'empty-shelf': alone('empty-shelf', 720, 320),
    'letter-a4': { sheet: '.flat' },
    'letter-a5': { sheet: '.cover' },
  }
  for (const wand of WAND_STYLES.map(wandSlug)) list[`wand-${wand}`] = alone(`wand-${wand}`, 200, 960)
  // The largest paints of phones: they are mostly dark, and show little loss.
  list['hero-scene-tall'] = { still: 'hero-scene-tall', less: 17 }
  list['product-vol2-closed'] = { still: 'product-vol2-closed', less: 11 }
  // What the painted wand hides of the hero's picture: a part of it, from `left` and `top` on.
  list['hero-behind-wand'] = {
    still: 'hero-without-wand',
    whole: PICTURES['hero-scene'],
    left: 1640,
    top: 990,
  }
  // All others but those of the films are photographs: the stills of the same names in design/film/source.
  for (const name of Object.keys(PICTURES)) if (!name.startsWith('film-')) list[name] ??= { still: name }
  return list
}

/**
 * Wide pictures get a lower quality, as they are shown on high-density screens; solid backgrounds need a higher
 * one. A picture may do with `less`.
 */
function encoders(width, isSolid, less = 0) {
  const large = width > 720
  return {
    avif: (image) =>
      image.avif({
        quality: (large ? 50 : 54) + (isSolid ? 6 : 0) - less,
        effort: 9,
        chromaSubsampling: '4:2:0',
      }),
    webp: (image) =>
      image.webp({ quality: large ? 74 : 78, alphaQuality: 80, effort: 5, smartSubsample: true }),
    jpg: (image) => image.jpeg({ quality: large ? 78 : 80, mozjpeg: true }),
  }
}

/** Photographs a still of design/film/source. */
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

async function render(browser, recipe, { width, height }) {
  if (recipe.sheet) {
    // A side of the printable letter.
    const page = await browser.newPage({ deviceScaleFactor: 2 })
    await page.goto(LETTER.href)
    return page.locator(recipe.sheet).screenshot()
  }
  if (recipe.whole) {
    const whole = await photograph(browser, recipe.still, recipe.whole.width, recipe.whole.height)
    return sharp(whole).extract({ left: recipe.left, top: recipe.top, width, height }).toBuffer()
  }
  if (recipe.still) return photograph(browser, recipe.still, width, height)
  const viewport = { width: recipe.width, height: recipe.height }
  const page = await browser.newPage({ viewport, deviceScaleFactor: width / recipe.width })
  await page.goto(ART.href)
  const style = `margin:0;overflow:hidden;width:${recipe.width}px;height:${recipe.height}px`
  await page.setContent(`<body style="${style}">${recipe.html}`)
  return page.screenshot({ omitBackground: true, timeout: 120_000 })
}

/** A picture of a mail: one JPEG, as mail programs read no other format everywhere. */
async function generateForMail(browser, recipe) {
  const target = fileURLToPath(new URL(`public/mail/${recipe.mail}.jpg`, ROOT))
  const image = sharp(await render(browser, recipe, recipe)).flatten({ background: '#0b1412' })
  const { size } = await image.jpeg({ quality: 78, mozjpeg: true }).toFile(target)
  console.log(`mail/${recipe.mail}.jpg ${Math.round(size / 1000)}k`)
}

async function generate(browser, name, recipe) {
  if (recipe.mail) return generateForMail(browser, recipe)
  const picture = PICTURES[name]
  const isSolid = picture.fallback === 'jpg'
  const original = await render(browser, recipe, picture)
  const sizes = []
  for (const width of picture.widths) {
    const encode = encoders(width, isSolid, recipe.less)
    for (const format of ['avif', picture.fallback]) {
      const image = sharp(original).resize({ width })
      if (isSolid) image.flatten({ background: '#0b1412' })
      const target = fileURLToPath(new URL(`public${picture.base}-${width}.${format}`, ROOT))
      const { size } = await encode[format](image).toFile(target)
      sizes.push(`${width}.${format} ${Math.round(size / 1000)}k`)
    }
  }
  console.log(name, sizes.join(' '))
}

const options = { draft: { type: 'boolean', default: false } }
const { values, positionals } = parseArgs({ allowPositionals: true, options })
const all = recipes()
for (const name of [...positionals, ...Object.keys(all)])
  if (!(name in all && (name in PICTURES || all[name].mail)))
    throw new Error(`${name} needs both a row in app/models/pictures.ts and a recipe here`)
// WebGL runs in software, and the studio's page reads its own files.
const args = ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-gpu']
const browser = await chromium.launch({
  executablePath: await ensureBrowser(),
  args: [...args, '--allow-file-access-from-files', '--disable-dev-shm-usage'],
})
const wanted = Object.entries(all).filter(([name]) => positionals.length === 0 || positionals.includes(name))
for (const [name, recipe] of wanted) await generate(browser, name, recipe)
await browser.close()
