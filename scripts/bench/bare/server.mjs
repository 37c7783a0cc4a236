// Serves the bare page in the same way as the shop: the same library, and files as they were compressed.
import { fileURLToPath } from 'node:url'
import { serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { createRequestHandler } from 'react-router'

const built = fileURLToPath(new URL('../../../.cache/bench-bare/', import.meta.url))
const handleRequest = createRequestHandler(await import(`${built}server/index.js`), 'production')
const bare = new Hono()
// Requested by browsers; React Router would log an error for it.
bare.get('/favicon.ico', (c) => c.body(null, 204))
bare.use('/assets/*', (c, next) => {
  c.header('Cache-Control', 'public, max-age=31536000, immutable')
  return next()
})
bare.use('/assets/*', serveStatic({ root: `${built}client`, precompressed: true }))
bare.all('*', (c) => handleRequest(c.req.raw))
serve({ fetch: bare.fetch, port: Number(process.env.PORT) })
