import { beforeEach, expect, test, vi } from 'vitest'
import { beforePaintScript } from './before-paint.ts'

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
  delete document.documentElement.dataset.splash
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

test.each<[string, { url?: string; mainHost?: string; referrer?: string; userAgent?: string }, boolean]>([
  ['a first visit', {}, true],
  ['the entry page', { url: 'https://wizardbox.example/' }, true],
  ['another page', { url: 'https://wizardbox.example/us/faq' }, false],
  ['a link of the shop', { referrer: 'https://wizardbox.example/us/faq' }, true],
  ['a link of another site', { referrer: 'https://news.example/' }, false],
  ['another host than the main one', { mainHost: 'www.wizardbox.example' }, false],
  [
    'the main host at a port',
    { mainHost: 'wizardbox.example', url: 'http://wizardbox.example:3000/us' },
    true,
  ],
  ['a crawler', { userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1)' }, false],
])('splash on %s', (_, { url = 'https://wizardbox.example/us', mainHost = '', ...visit }, expected) => {
  const { referrer = '', userAgent = 'Mozilla/5.0' } = visit
  vi.stubGlobal('location', new URL(url))
  vi.stubGlobal('navigator', { userAgent })
  vi.spyOn(document, 'referrer', 'get').mockReturnValue(referrer)
  document.documentElement.dataset.mainHost = mainHost
  run()
  expect('splash' in document.documentElement.dataset).toBe(expected)
})
