// Serves the bare page in the same way as the shop: the same listener and static files.
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { createRequestListener } from '@remix-run/node-fetch-server'
import { createRequestHandler } from 'react-router'
import sirv from 'sirv'

const built = fileURLToPath(new URL('../../../.cache/bench-bare/', import.meta.url))
const handleRequest = createRequestListener(
  createRequestHandler(await import(`${built}server/index.js`), 'production'),
)
const serveStatic = sirv(`${built}client`, { brotli: true, gzip: true, immutable: true, maxAge: 31_536_000 })
createServer((request, response) => {
  // Requested by browsers; React Router would log an error for it.
  if (request.url === '/favicon.ico') return void response.writeHead(204).end()
  serveStatic(request, response, () => void handleRequest(request, response))
}).listen(Number(process.env.PORT))
