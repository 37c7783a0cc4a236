// `node scripts/sizes.mjs [build/client]`: checks the size limits of first visits. A stage of `npm test`; needs
// only the build.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

/** Limits of the stylesheets, kB (gzip): five percent more than they have. A page has one of the first two. */
const STYLES = { app: 16.4, admin: 17.2, print: 0.75 }
/** Limits of all scripts of a first visit, kB (gzip): five percent more than they have. */
const SCRIPTS = {
  home: 153,
  products: 150,
  'product/vol-ii-magical-you-pre-order': 163,
  cart: 152,
  redeem: 158,
  about: 147,
  faq: 150,
  contact: 160,
}

/** React Router's manifest: which route needs which files. */
function readManifest(client) {
  const name = readdirSync(join(client, 'assets')).find((file) => /^manifest-.*\.js$/.test(file))
  if (!name) throw new Error('no build')
  const text = readFileSync(join(client, 'assets', name), 'utf8')
  return { url: `/assets/${name}`, ...JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) }
}

/** The bytes (gzip) of the stylesheets of the shop and of the owner's rooms, and of the scripts of each page's first visit. */
export function pageSizes(client) {
  const manifest = readManifest(client)
  const sum = (files) =>
    [...new Set(files)].reduce(
      (all, file) => all + gzipSync(readFileSync(join(client, file)), { level: 9 }).length,
      0,
    )
  const sheets = readdirSync(join(client, 'assets')).filter((file) => file.endsWith('.css'))
  const styles = sheets.map((file) => [file.slice(0, file.indexOf('-')), sum([`/assets/${file}`])])
  const pages = Object.keys(SCRIPTS).map((page) => {
    const isPage = ({ id, path }) => path === page || id === `routes/market/${page}`
    const routes = [Object.values(manifest.routes).find(isPage)]
    while (routes.at(-1).parentId) routes.push(manifest.routes[routes.at(-1).parentId])
    // A route's client action and its like are files of their own, requested with the page.
    const modules = routes.flatMap(({ module, imports = [], ...more }) => [
      module,
      ...imports,
      ...Object.entries(more).flatMap(([name, file]) =>
        /^client.*Module$/.test(name) && file ? [file] : [],
      ),
    ])
    return [page, sum([manifest.url, manifest.entry.module, ...manifest.entry.imports, ...modules])]
  })
  return { styles: Object.fromEntries(styles), scripts: Object.fromEntries(pages) }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const sizes = pageSizes(process.argv[2] ?? fileURLToPath(new URL('../build/client', import.meta.url)))
  const measured = {}
  for (const [name, bytes] of Object.entries(sizes.styles))
    measured[`${name}.css`] = [bytes, STYLES[name] ?? 0]
  for (const [page, bytes] of Object.entries(sizes.scripts)) measured[page] = [bytes, SCRIPTS[page]]
  const rows = Object.entries(measured).map(([what, [bytes, limit]]) => ({ what, kB: bytes / 1000, limit }))
  console.table(rows)
  process.exit(rows.every(({ kB, limit }) => kB <= limit) ? 0 : 1)
}
