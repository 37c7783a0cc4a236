import { beforeEach, expect, test, vi } from 'vitest'
import { MARKET_IDS } from '#app/models/market.ts'
import { beforePaintScript, type SplashVisit, showsSplash } from './before-paint.ts'

/** Runs the text as a page does, where nothing of this module is in scope. */
const run = () => new Function(beforePaintScript())()

function setCookie(cookie: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: as the browser has it
  document.cookie = `${cookie}; Path=/`
}

beforeEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
  setCookie('selected_market=; Max-Age=0')
  vi.stubGlobal('location', new URL('http://shop.test/us/products'))
})

test('the market is stored in storage and in a cookie, which takes precedence; invalid values are ignored', () => {
  const kept = () => [localStorage.getItem('selected_market'), document.cookie]
  localStorage.setItem('selected_market', '"><script>')
  run()
  expect(window.storedMarket?.read()).not.toBe('"><script>')
  window.storedMarket?.write('uk')
  expect(kept()).toEqual(['uk', 'selected_market=uk'])
  setCookie('selected_market=us')
  expect(window.storedMarket?.read()).toBe('us')
  expect(kept()).toEqual(['us', 'selected_market=us'])
  setCookie('selected_market=; Max-Age=0')
  expect(window.storedMarket?.read()).toBe('us')
  expect(kept()).toEqual(['us', 'selected_market=us'])
})

const visit: SplashVisit = {
  path: '/us',
  markets: MARKET_IDS,
  host: 'wizardbox.example',
  mainHost: null,
  referrer: '',
  hasSeen: false,
  userAgent: 'Mozilla/5.0',
}

test.each<[string, Partial<SplashVisit>, boolean]>([
  ['a first visit', {}, true],
  ['the entry page', { path: '/' }, true],
  ['a link of the shop', { referrer: 'https://wizardbox.example/us/faq' }, true],
  ['another host than the main one', { mainHost: 'www.wizardbox.example' }, false],
  ['the main host at a port', { mainHost: 'wizardbox.example', host: 'wizardbox.example:3000' }, true],
  ['a crawler', { userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1)' }, false],
])('splash on %s', (_, change, expected) => {
  expect(showsSplash({ ...visit, ...change })).toBe(expected)
})
