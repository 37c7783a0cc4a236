import { createShopifyDouble } from './shopify/double.ts'

/**
 * Runs the double of Shopify's APIs until it is stopped, and prints what `.env` needs to use it:
 * `node tests/hosted/start-shopify.ts [port]`. Its shop is new, and sells a scarf of its own.
 */
const shopify = createShopifyDouble({
  products: [{ handle: 'scarf', title: 'Scarf', variants: [{ title: 'Red', dollars: 30 }] }],
  points: { maximum: 2_000, restorePerSecond: 100 },
})
await shopify.listen(Number(process.argv[2] ?? 0))
for (const [name, value] of Object.entries(shopify.settings())) console.log(`${name}=${value}`)
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void shopify.close().then(() => process.exit(0)))
