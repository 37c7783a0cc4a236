// `node scripts/sizes.mjs [build/client]`: checks the size limits of first visits. A stage of `npm test`; needs
// only the build.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const PRODUCT = 'routes/market/product'
const VOLUME = 'routes/market/product: a volume'

/**
 * Limits in kB (gzip). `scripts`: all scripts of a first visit; `first`: those of them that hydration needs,
 * without the code for client-side navigation; `styles`: the page's stylesheets.
 */
const LIMITS = {
  'routes/market/home': { scripts: 94, first: 64, styles: 14 },
  'routes/market/products': { scripts: 92, first: 62.5, styles: 13 },
  [PRODUCT]: { scripts: 111, first: 81.5, styles: 20 },
  [VOLUME]: { scripts: 111, first: 73, styles: 16 },
  'routes/market/cart': { scripts: 95, first: 66, styles: 14 },
  'routes/market/redeem': { scripts: 96, first: 66.5, styles: 14 },
  'routes/market/about': { scripts: 94, first: 64, styles: 12 },
  'routes/market/faq': { scripts: 96, first: 66, styles: 12 },
  'routes/market/contact': { scripts: 109, first: 79, styles: 12 },
}

const gzipSize = (path) => gzipSync(readFileSync(path), { level: 9 }).length

/** React Router's manifest: which route needs which files. */
function readManifest(client) {
  const name = readdirSync(join(client, 'assets')).find((file) => /^manifest-.*\.js$/.test(file))
  if (!name) throw new Error('no build')
  const text = readFileSync(join(client, 'assets', name), 'utf8')
  return { url: `/assets/${name}`, ...JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) }
}

/** URL of a built file by its name, for those that are not in the manifest. */
function urlOf(client, pattern) {
  const name = readdirSync(join(client, 'assets')).find((file) => pattern.test(file))
  if (!name) throw new Error(`the build has no ${pattern}`)
  return `/assets/${name}`
}

/** A route with the files that its page needs for hydration: a volume needs only some of the product route's. */
function routeOf(page, { manifest, client }) {
  if (page !== VOLUME) return { ...manifest.routes[page], later: [] }
  const route = manifest.routes[PRODUCT]
  const module = urlOf(client, /^volume-.*\.js$/)
  return { ...route, module, css: [urlOf(client, /^volume-.*\.css$/)], later: [route.module] }
}

/** The sizes of each page's first visit, in bytes (gzip). */
export function pageSizes(client) {
  const manifest = readManifest(client)
  const router = urlOf(client, /^router-.*\.js$/)
  const sum = (files) =>
    [...new Set(files)].reduce((all, file) => all + gzipSize(join(client, file.replace(/#$/, ''))), 0)
  return Object.keys(LIMITS).map((page) => {
    const route = routeOf(page, { manifest, client })
    const routes = [manifest.routes.root, manifest.routes.market, route]
    const scripts = [manifest.entry.module, ...manifest.entry.imports]
    for (const route of routes) scripts.push(...(route.imports ?? []))
    // The modules of the root and market routes are bundled with the entry.
    scripts.push(route.module)
    for (const route of routes) if (route.clientActionModule) scripts.push(route.clientActionModule)
    const first = sum(scripts)
    return {
      page,
      scripts: first + sum([manifest.url, router, ...route.later]),
      first,
      styles: sum(routes.flatMap((route) => route.css ?? [])),
    }
  })
}

/** Compares the sizes with their limits. */
export function checkSizes(client) {
  return pageSizes(client).flatMap(({ page, ...sizes }) =>
    Object.entries(sizes).map(([kind, bytes]) => ({
      page: page.replace('routes/market/', ''),
      kind,
      kB: Number((bytes / 1000).toFixed(1)),
      limit: LIMITS[page][kind],
      ok: bytes <= LIMITS[page][kind] * 1000,
    })),
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const rows = checkSizes(process.argv[2] ?? fileURLToPath(new URL('../build/client', import.meta.url)))
  console.table(rows)
  process.exit(rows.every((row) => row.ok) ? 0 : 1)
}
