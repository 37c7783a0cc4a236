import { PassThrough } from 'node:stream'
import { createReadableStreamFromReadable } from '@react-router/node'
import { renderToPipeableStream } from 'react-dom/server'
import { ServerRouter } from 'react-router'

/** As React Router's default entry, which needs another package. */
export default function handleRequest(request, status, headers, context) {
  return new Promise((resolve, onShellError) => {
    const body = new PassThrough()
    const page = <ServerRouter context={context} url={request.url} />
    const { pipe } = renderToPipeableStream(page, { onShellReady: () => pipe(body), onShellError })
    headers.set('Content-Type', 'text/html')
    resolve(new Response(createReadableStreamFromReadable(body), { status, headers }))
  })
}
