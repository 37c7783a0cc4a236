// What a first visit fetches, gzip: the page itself and its scripts and stylesheets.
import { join } from 'node:path'
import { root } from '../ensure.mjs'
import { pageSizes } from '../sizes.mjs'

export async function measureBytes(origin, pages) {
  const sizes = pageSizes(join(root, 'build/client'))
  const rows = []
  for (const [name, path, route] of pages) {
    const answer = await fetch(origin + path, { headers: { 'Accept-Encoding': 'gzip' } })
    const { scripts, styles } = sizes.find(({ page }) => page === `routes/market/${route}`)
    rows.push({ name, html: Number(answer.headers.get('content-length')), scripts, styles })
    await answer.arrayBuffer()
  }
  return rows
}
