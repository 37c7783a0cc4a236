import { storeProduct } from '../support/grown-catalogue.ts'
import { createShopify } from '../support/shopify.ts'

/**
 * Runs a new shop of Shopify's until it is stopped, and prints what `.env` needs to use it:
 * `node tests/hosted/start-shopify.ts [port]`. It sells a scarf of its own.
 */
const shopify = createShopify({ products: [storeProduct({ handle: 'scarf', title: 'Scarf' })] })
await shopify.listen(Number(process.argv[2] ?? 0))
for (const [name, value] of Object.entries(shopify.environment())) console.log(`${name}=${value}`)
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void shopify.close().then(() => process.exit(0)))
