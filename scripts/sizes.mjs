// Size limits of what a first visit fetches: `node scripts/sizes.mjs`, a stage of `npm test`. Reads the build alone.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

/**
 * kB gzip. Scripts of a cold visit, the runtime and the shop's own code together; those of them that a page is taken over with,
 * as what leads to other pages comes after that; stylesheets of the page.
 */
const LIMITS = {
  'routes/market/home': { scripts: 96, first: 70, styles: 14 },
  'routes/market/products': { scripts: 96, first: 69, styles: 14 },
  'routes/market/product': { scripts: 108, first: 86, styles: 18 },
  'routes/market/cart': { scripts: 98, first: 72, styles: 14 },
  'routes/market/redeem': { scripts: 100, first: 72, styles: 14 },
  'routes/market/about': { scripts: 96, first: 70, styles: 12 },
  'routes/market/faq': { scripts: 98, first: 72, styles: 12 },
  'routes/market/contact': { scripts: 110, first: 85, styles: 12 },
}

const zipped = (path) => gzipSync(readFileSync(path), { level: 9 }).length

/** The build's own list of which route needs which files. */
function readManifest(client) {
  const name = readdirSync(join(client, 'assets')).find((file) => /^manifest-.*\.js$/.test(file))
  if (!name) throw new Error('no build')
  const text = readFileSync(join(client, 'assets', name), 'utf8')
  return { url: `/assets/${name}`, ...JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) }
}

/** The script that leads to other pages, which the list does not tell. */
function readLater(client) {
  const name = readdirSync(join(client, 'assets')).find((file) => /^router-.*\.js$/.test(file))
  if (!name) throw new Error('no script leads to other pages')
  return `/assets/${name}`
}

/** What a first visit of a page fetches, in bytes gzip. */
export function pageSizes(client) {
  const manifest = readManifest(client)
  const later = readLater(client)
  const sum = (files) =>
    [...new Set(files)].reduce((all, file) => all + zipped(join(client, file.replace(/#$/, ''))), 0)
  return Object.keys(LIMITS).map((page) => {
    const routes = ['root', 'market', page].map((id) => manifest.routes[id])
    const scripts = [manifest.entry.module, ...manifest.entry.imports]
    for (const route of routes) scripts.push(...(route.imports ?? []))
    // The frame's own modules come with the entry.
    scripts.push(routes[2].module)
    for (const route of routes) if (route.clientActionModule) scripts.push(route.clientActionModule)
    const first = sum(scripts)
    return {
      page,
      scripts: first + sum([manifest.url, later]),
      first,
      styles: sum(routes.flatMap((route) => route.css ?? [])),
    }
  })
}

/** The sizes beside their limits. */
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
