import { PassThrough } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'
import { ReferenceContext } from '../components/layout/reference.ts'

/**
 * Renders a document with React as React Router does by default, for development.
 * @param reference id of the request, which the error page shows
 */
export function renderDevelopment(
  request: Request,
  context: EntryContext,
  reference: string | undefined,
): Promise<Buffer<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const sink = new PassThrough()
    sink.on('data', (chunk: Buffer) => chunks.push(chunk))
    sink.on('end', () => resolve(Buffer.concat(chunks)))
    sink.on('error', reject)
    const { pipe } = renderToPipeableStream(
      <ReferenceContext value={reference}>
        <ServerRouter context={context} url={request.url} />
      </ReferenceContext>,
      { onAllReady: () => pipe(sink), onShellError: reject, onError: reject },
    )
  })
}
