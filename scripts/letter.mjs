/**
 * Prints design/letter/letter.html for each store, with form fields in the places of `data-field`: the templates that
 * app/services/letter fills. The results are in the repository, so this is needed only when the letter changes.
 *
 *   node scripts/letter.mjs
 */
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { PDFDocument, PDFHexString, PDFName, PDFString, StandardFonts, TextAlignment } from '@cantoo/pdf-lib'
import { chromium } from '@playwright/test'
import { MARKETS } from '#app/models/market.ts'
import { BRAND } from '#app/models/page-messages.ts'
import { BLUE_INK, FONT_SIZE } from '#app/services/letter/letter-pdf.server.ts'
import { ensureBrowser } from './programs.mjs'

const ROOT = new URL('../', import.meta.url)
const LETTER = new URL('design/letter/letter.html', ROOT)
const html = await readFile(LETTER)
const POINTS_PER_PIXEL = 72 / 96

/** Runs in the browser. @returns each sheet's size, and its fields' places from its lower left corner, in pixels */
function readSheets() {
  return [...document.querySelectorAll('.sheet')].map((sheet) => {
    const paper = sheet.getBoundingClientRect()
    const places = [...sheet.querySelectorAll('[data-field]')].map((element) => {
      const { left, bottom, width, height } = element.getBoundingClientRect()
      const box = { x: left - paper.left, y: paper.bottom - bottom, width, height }
      return { name: element.dataset.field, label: element.title, box }
    })
    // Lines that this store's sheet has no room for are not displayed.
    return { width: paper.width, height: paper.height, places: places.filter(({ box }) => box.width > 0) }
  })
}

/** Adds a form field to a page, or one more place of it, which shares its value. */
function addPlace(form, page, { name, label, box }, font) {
  const field = form.getFieldMaybe(name) ?? form.createTextField(name)
  if (label) field.acroField.dict.set(PDFName.of('TU'), PDFString.of(label))
  field.addToPage(page, {
    x: box.x * POINTS_PER_PIXEL,
    y: box.y * POINTS_PER_PIXEL,
    width: box.width * POINTS_PER_PIXEL,
    height: box.height * POINTS_PER_PIXEL,
    textColor: BLUE_INK,
    borderWidth: 0,
    // Without this key, pdf-lib fills the box with white.
    backgroundColor: undefined,
    font,
  })
}

async function addFields(document, sheets) {
  const form = document.getForm()
  const font = await document.embedFont(StandardFonts.TimesRomanItalic)
  for (const [index, { width, height, places }] of sheets.entries()) {
    const page = document.getPage(index)
    // Chromium rounds sizes to whole pixels.
    page.setSize(width * POINTS_PER_PIXEL, height * POINTS_PER_PIXEL)
    for (const place of places) addPlace(form, page, place, font)
  }
  for (const field of form.getFields()) {
    field.setFontSize(FONT_SIZE)
    if (field.getName() === 'words') field.setAlignment(TextAlignment.Center)
    field.updateAppearances(font)
  }
}

async function printLetter(page, market) {
  const { locale, storeName } = MARKETS[market]
  await page.evaluate(
    ([market, storeName]) => {
      document.documentElement.dataset.market = market
      for (const element of document.querySelectorAll('.store')) element.textContent = storeName
      return document.fonts.ready
    },
    [market, storeName],
  )
  const sheets = await page.evaluate(readSheets)
  const pdf = await PDFDocument.load(await page.pdf({ preferCSSPageSize: true, printBackground: true }))
  pdf.setTitle('A Letter of Gift', { showInWindowTitleBar: true })
  pdf.setAuthor(BRAND)
  pdf.setCreator(BRAND)
  pdf.setLanguage(locale)
  // Tells a test what was printed.
  const id = PDFHexString.of(createHash('sha256').update(html).update(market).digest('hex'))
  pdf.context.trailerInfo.ID = pdf.context.obj([id, id])
  await addFields(pdf, sheets)
  const bytes = await pdf.save({ rewrite: true, updateFieldAppearances: false })
  await writeFile(new URL(`app/services/letter/templates/${market}.pdf`, ROOT), bytes)
  console.log(`${market}.pdf ${Math.round(bytes.length / 1000)}k`)
}

const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: ['--no-sandbox'] })
const page = await browser.newPage()
await page.goto(LETTER.href)
for (const market of Object.keys(MARKETS)) await printLetter(page, market)
await browser.close()
