// `node scripts/sizes.mjs [build/client]`: checks the size limits of first visits. A stage of `npm test`; needs
// only the build.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

/** Limits in kB (gzip) for all scripts of a first visit, and the stylesheet. */
const LIMITS = {
  home: { scripts: 162, styles: 22 },
  products: { scripts: 160, styles: 22 },
  // Vol. II, which has a route of its own.
  product: { scripts: 174, styles: 22, route: 'routes/market/product/vol-ii-magical-you-pre-order' },
  cart: { scripts: 164, styles: 22 },
  redeem: { scripts: 169, styles: 22 },
  about: { scripts: 158, styles: 22 },
  faq: { scripts: 161, styles: 22 },
  contact: { scripts: 167, styles: 22 },
}

/** React Router's manifest: which route needs which files. */
function readManifest(client) {
  const name = readdirSync(join(client, 'assets')).find((file) => /^manifest-.*\.js$/.test(file))
  if (!name) throw new Error('no build')
  const text = readFileSync(join(client, 'assets', name), 'utf8')
  return { url: `/assets/${name}`, ...JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) }
}

/** The sizes of each page's first visit, in bytes (gzip). */
export function pageSizes(client) {
  const manifest = readManifest(client)
  const sum = (files) =>
    [...new Set(files)].reduce(
      (all, file) => all + gzipSync(readFileSync(join(client, file)), { level: 9 }).length,
      0,
    )
  const stylesheets = readdirSync(join(client, 'assets')).filter((file) => file.endsWith('.css'))
  return Object.keys(LIMITS).map((page) => {
    const routes = ['root', 'market', LIMITS[page].route ?? `routes/market/${page}`].map(
      (id) => manifest.routes[id],
    )
    // A route's client action and its like are files of their own, requested with the page.
    const modules = routes.flatMap(({ module, imports = [], ...more }) => [
      module,
      ...imports,
      ...Object.entries(more).flatMap(([name, file]) =>
        /^client.*Module$/.test(name) && file ? [file] : [],
      ),
    ])
    return {
      page,
      scripts: sum([manifest.url, manifest.entry.module, ...manifest.entry.imports, ...modules]),
      styles: sum(stylesheets.map((file) => `/assets/${file}`)),
    }
  })
}

/** Compares the sizes with their limits. */
export function checkSizes(client) {
  return pageSizes(client).flatMap(({ page, ...sizes }) =>
    Object.entries(sizes).map(([kind, bytes]) => ({
      page,
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
