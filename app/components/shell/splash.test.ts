import { expect, test } from 'vitest'
import { MARKET_IDS } from '#app/models/market.ts'
import { type SplashVisit, showsSplash } from './before-paint.ts'

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
