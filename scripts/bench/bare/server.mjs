// Serves the bare page in the same way as the shop: the same listener and files.
import { fileURLToPath } from 'node:url'
import { serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { createRequestHandler } from 'react-router'

const built = fileURLToPath(new URL('../../../.cache/bench-bare/', import.meta.url))
const handleRequest = createRequestHandler(await import(`${built}server/index.js`), 'production')
const app = new Hono()
  .use('/assets/*', async (c, next) => {
    await next()
    c.header('Cache-Control', 'public, max-age=31536000, immutable')
  })
  .use('/assets/*', serveStatic({ root: `${built}client`, precompressed: true }))
  // Requested by browsers; React Router would log an error for it.
  .get('/favicon.ico', (c) => c.body(null, 204))
  .all('*', (c) => handleRequest(c.req.raw))
serve({ fetch: app.fetch, port: Number(process.env.PORT) })
