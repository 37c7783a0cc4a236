import { createServer, type Server, type ServerResponse } from 'node:http'

/** What a load balancer and Prometheus ask of the process. */

export type Readiness = {
  /** Set when the catalogue was requested once, whatever the outcome. */
  isWarm: boolean
  isClosing: boolean
}

/** Responds to `/readyz`: 200 while the shop takes traffic, 503 while it starts or shuts down. */
export function sendReadiness(response: ServerResponse, { isWarm, isClosing }: Readiness): void {
  const status = isClosing ? 'closing' : isWarm ? 'ready' : 'starting'
  response.writeHead(status === 'ready' ? 200 : 503, {
    'Content-Type': 'application/json',
    'Cache-Control': 'no-store',
  })
  response.end(JSON.stringify({ status }))
}

type Metrics = { read(): Promise<{ readonly type: string; readonly text: string }> }

/**
 * Serves the metrics to Prometheus, on a port of their own that is not public.
 * @returns the server, which emits `error` where it cannot listen
 */
export function serveMetrics(metrics: Metrics, port: number, host: string | undefined): Server {
  const server = createServer((_request, response) => {
    metrics.read().then(
      ({ type, text }) => response.writeHead(200, { 'Content-Type': type }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  return server.listen({ port, host })
}
