/**
 * Makes React Router encode the loaders' data for hydration only when `serverHandoffStream` is read.
 *
 * Package: `react-router/dist/production`, where the server creates the entry context; turns the property into a
 * getter.
 * Why: most documents do not embed their data, as the browser requests it (`app/entry.server.tsx`), so encoding it
 * would waste CPU time. Decision: docs/decisions/013-cached-fragments.md
 * Remove when: React Router encodes it lazily, or lets an entry leave it out.
 */
import type { Plugin } from 'vite'

const EAGER_STREAM = /serverHandoffStream: (encodeViaTurboStream\([^()]*\))/g
const LAZY_STREAM = 'get serverHandoffStream() { return $1 }'

export const lazyRouteData: Plugin = {
  name: 'wizard-box-lazy-route-data',
  apply: 'build',
  transform: {
    filter: { id: /react-router[\\/]dist[\\/]production[\\/]/, code: /serverHandoffStream:/ },
    handler(code) {
      if (code.search(EAGER_STREAM) < 0)
        throw new Error('React Router encodes serverHandoffStream differently')
      return code.replace(EAGER_STREAM, LAZY_STREAM)
    },
  },
}
