import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openTestShop } from '../support/test-shop.ts'

const shop = openTestShop()

const ASSETS = new URL('../../build/client/assets/', import.meta.url)
const sheets = readdirSync(ASSETS).filter((name) => name.endsWith('.css'))
const sheet = sheets.map((name) => readFileSync(new URL(name, ASSETS), 'utf8')).join('')

/** A class as selectors have it. */
const selectorOf = (name: string) => `.${name.replace(/^\d/, '\\3$& ').replace(/[^\w\s\\-]/g, '\\$&')}`

/** Whether a class has a rule: no other class begins with it. */
const hasRule = (css: string, name: string) => {
  const at = css.split(selectorOf(name)).slice(1)
  return at.some((rest) => !/^[\w\\-]/.test(rest))
}

/** Not one for a state that the page, as it comes, is not in. */
const isAlways = (name: string) =>
  name.startsWith('[&') || name.includes("'") || !/^$|^group|^peer|:/.test(name)

test.each([
  '/us',
  '/uk/product/vol-i-phoenix-edition',
  '/us/product/magic-wand',
  '/us/cart',
  '/us/faq',
  '/us/terms-and-conditions',
  '/us/contact',
])('the head of %s has the rules of all its classes', async (path) => {
  const visitor = shop.browser()
  const opened = await visitor.visit(path)
  // The name is shown again; its letter is two in lower case.
  const page = path.endsWith('contact')
    ? await visitor.submit(opened, 'Send Message', { fullName: 'İpek' })
    : opened
  const style = page.document.querySelector('head style')?.textContent ?? ''
  const classes = [...page.document.querySelectorAll('[class]')].flatMap(
    (element) => element.getAttribute('class')?.split(/\s+/) ?? [],
  )
  const styled = [...new Set(classes)].filter((name) => isAlways(name) && hasRule(sheet, name))
  expect(styled.length).toBeGreaterThan(100)
  expect(styled.filter((name) => !hasRule(style, name))).toEqual([])
})
