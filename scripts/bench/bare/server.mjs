// Serves the bare page as the shop serves its own: by the same listener, with the same library for files.
import { serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { createRequestHandler } from 'react-router'

const built = new URL('../../../.cache/bench-bare/', import.meta.url)
const handleRequest = createRequestHandler(await import(new URL('server/index.js', built)), 'production')
const app = new Hono()
  .use('/assets/*', serveStatic({ root: new URL('client', built).pathname, precompressed: true }))
  .all('*', (c) => handleRequest(c.req.raw))
serve({ fetch: app.fetch, port: Number(process.env.PORT) })
