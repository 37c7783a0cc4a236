/**
 * Emits the page of a volume as an additional entry chunk of the client build, `volume-*.js`.
 *
 * Package: none. React Router's plugin emits one entry per route, and all products share a route.
 * Why: a volume does not need the code and styles of the other product pages, two fifths of the route. The server
 * finds the chunk by its name (`app/services/pages/first-files.server.ts`).
 * Decision: docs/decisions/019-volume-page-chunk.md
 * Remove when: volumes have a route of their own, or the shop is served over HTTP/2 everywhere.
 */
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const VOLUME_VIEW = fileURLToPath(new URL('../../app/routes/market/product-view.tsx', import.meta.url))

export const volumeChunk: Plugin = {
  name: 'wizard-box-volume-chunk',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  buildStart() {
    this.emitFile({ type: 'chunk', id: VOLUME_VIEW, name: 'volume' })
  },
}
