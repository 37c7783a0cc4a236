// Serves the bare page as the shop is served: the same listener, the same files.
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { createRequestListener } from '@remix-run/node-fetch-server'
import { createRequestHandler } from 'react-router'
import sirv from 'sirv'

const built = fileURLToPath(new URL('../../../.cache/bench-bare/', import.meta.url))
const answer = createRequestListener(
  createRequestHandler(await import(`${built}server/index.js`), 'production'),
)
const files = sirv(`${built}client`, { brotli: true, gzip: true, immutable: true, maxAge: 31_536_000 })
createServer((request, response) => {
  // Browsers ask for it by themselves, and the framework would print that there is no such page.
  if (request.url === '/favicon.ico') return void response.writeHead(204).end()
  files(request, response, () => void answer(request, response))
}).listen(Number(process.env.PORT))
