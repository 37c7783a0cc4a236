import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { REFUSED_WEBHOOKS } from './orders/doorbell.server.ts'
import { upstreamFailures } from './upstream/upstream-error.server.ts'

export type AccessLogEntry = {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly ms: number
  readonly cached: boolean
}

const CLASSES: readonly (readonly [RegExp, string])[] = [
  [/^\/(us|uk)\/?$/, 'home'],
  [/^\/(us|uk)\/products$/, 'products'],
  [/^\/(us|uk)\/product\//, 'product'],
  [/^\/(us|uk)\/cart\/changes$/, 'cart-changes'],
  [/^\/(us|uk)\/cart$/, 'cart'],
  [/^\/(us|uk)\/checkout$/, 'checkout'],
  [/^\/(us|uk)\/redeem(\/|$)/, 'redeem'],
  [/^\/(us|uk)\/(subscribe|waitlist|contact|unsubscribe)$/, 'form'],
  [/^\/(us|uk)\//, 'content'],
  [/^\/admin(\/|$)/, 'admin'],
  [/^\/webhooks\//, 'webhook'],
  [/^\/embedded\//, 'embedded'],
]
const METHODS = ['GET', 'HEAD', 'POST']

/** The kind of page at a path: a label with few values, which contains no user input. */
function routeClass(path: string): string {
  const page = path.endsWith('.data') ? path.slice(0, -'.data'.length) : path
  return CLASSES.find(([pattern]) => pattern.test(page))?.[1] ?? 'other'
}

/** Collects the shop's metrics for Prometheus. `pageCacheBytes` is called at every scrape. */
export function createMetrics({ pageCacheBytes }: { pageCacheBytes: () => number }) {
  const registry = new Registry()
  const registers = [registry]
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'wizard_box_request_seconds',
    help: 'Time to answer, by kind of page, method and status class.',
    labelNames: ['route', 'method', 'status'] as const,
    buckets: [0.001, 0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers,
  })
  const cached = new Counter({
    name: 'wizard_box_page_cache_hits_total',
    help: 'Pages sent ready-made from memory.',
    registers,
  })
  new Gauge({
    name: 'wizard_box_page_cache_bytes',
    help: 'Memory held by the page cache.',
    registers,
    collect() {
      this.set(pageCacheBytes())
    },
  })
  new Gauge({
    name: 'wizard_box_upstream_failures_total',
    help: 'Calls to the storefront, backend and functions that failed, each attempt counted.',
    labelNames: ['operation'] as const,
    registers,
    collect() {
      for (const [operation, count] of upstreamFailures) this.set({ operation }, count)
    },
  })
  new Gauge({
    name: 'wizard_box_webhooks_refused_total',
    help: 'Webhooks that were refused, by reason: a wrong signature, or a body that cannot be read.',
    labelNames: ['reason'] as const,
    registers,
    collect() {
      for (const { reason, refused } of Object.values(REFUSED_WEBHOOKS)) this.set({ reason }, refused)
    },
  })

  return {
    observe({ method, path, status, ms, cached: isCacheHit }: AccessLogEntry): void {
      const labels = {
        route: routeClass(path),
        method: METHODS.includes(method) ? method : 'other',
        status: `${Math.floor(status / 100)}xx`,
      }
      seconds.observe(labels, ms / 1000)
      if (isCacheHit) cached.inc()
    },
    /** The metrics in the Prometheus text format, and its content type. */
    async read(): Promise<{ readonly type: string; readonly text: string }> {
      return { type: registry.contentType, text: await registry.metrics() }
    },
  }
}
