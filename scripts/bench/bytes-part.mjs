// Measures the bytes (gzip) of a first visit: the document, its scripts and its stylesheets.
import { join } from 'node:path'
import { root } from '../ensure.mjs'
import { pageSizes } from '../sizes.mjs'

export async function measureBytes(origin, pages) {
  const sizes = pageSizes(join(root, 'build/client'))
  const rows = []
  for (const [name, path] of pages) {
    const response = await fetch(origin + path, { headers: { 'Accept-Encoding': 'gzip' } })
    const { scripts, styles } = sizes.find(({ page }) => page === name)
    rows.push({ name, html: Number(response.headers.get('content-length')), scripts, styles })
    await response.arrayBuffer()
  }
  return rows
}
