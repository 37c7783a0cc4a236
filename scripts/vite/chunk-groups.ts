/**
 * Decides which modules share a file of the client build: few files, because each request takes half a second on a
 * slow network. `entry.client` holds what every page, or nearly every one, needs, with React Router and all that
 * these modules import, so that it never waits for another file; each page has one file of its own. The code for
 * client-side navigation is loaded after hydration. Decision: docs/decisions/014-few-files-and-deferred-fonts.md
 */
import { appModules } from './app-modules.ts'

/** Modules for client-side navigation and what else hydration does not need. */
const NAVIGATION_MODULES = 'router|page-prefetch|link-prefetch|idle-prefetch|document-navigation|held-enter'

const EVERY_PAGE = [
  /node_modules[\\/](preact|react-router)|preload-helper|rolldown[\\/]runtime/,
  appModules(
    `entry.client|root|runtime/(?!(${NAVIGATION_MODULES})\\.).*|routes/market/layout|`,
    'components/(ui|catalogue)/.*',
    'components/content/(film|trust-strip|switch-store|inline-text|rich-text|picture-words|(use-)?page-facts)',
    'components/(layout/page-meta|forms/waitlist-form|cart/cart-form|cart/open-checkout|product/wand-words)',
    'models/films',
  ),
]

export const chunkGroups = [
  {
    name: 'entry.client',
    test: new RegExp(EVERY_PAGE.map(({ source }) => source).join('|')),
    priority: 60,
  },
  {
    name: 'router',
    test: appModules(`runtime/(${NAVIGATION_MODULES})|models/structured-data`),
    priority: 50,
  },
  { name: 'volume', test: appModules('routes/market/product-view'), priority: 50 },
  { name: 'admin', test: appModules('components/admin/.*|models/owner-messages'), priority: 40 },
  { name: 'legal', test: appModules('components/content/legal/.*'), priority: 40 },
  { name: 'redeem', test: appModules('(components|models)/redeem.*'), priority: 40 },
  {
    name: 'cart',
    test: appModules(
      'components/cart/(cart-lines|cart-summary|checkout-form|destination|free-shipping|magic-words|quantity)',
    ),
    priority: 40,
  },
  { name: 'forms', test: /node_modules[\\/](@conform-to|zod)/, priority: 40 },
]
