// Measures requests per second relative to a static string, and CPU time per page.
import autocannon from 'autocannon'
import { requestSequentially } from './one-connection.mjs'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 4)
/** Number of slices that the time is divided into. */
const SLICES = 9

const headersFor = (cookie) => ({ 'accept-encoding': 'gzip, br', ...(cookie && { cookie }) })

/** Sends requests until V8 has optimized the hot code. */
const warmUp = (server, path, cookie = '') =>
  autocannon({ url: server.origin + path, connections: 4, duration: SECONDS, headers: headersFor(cookie) })

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

/** Measures one slice. @returns the result of `requestSequentially`, and the server's CPU time, ms */
async function measureSlice(server, path, headers) {
  const before = server.cpuMs()
  const figures = await requestSequentially(server.origin + path, headers, SECONDS / SLICES)
  return { ...figures, cpuMs: server.cpuMs() - before }
}

/**
 * Measures a page and the static string alternately, in slices of some tenths of a second, as the speed of a
 * computer varies: each slice of the page is compared with the adjacent one of the string, and the result is the
 * median.
 */
async function measure(server, path, cookie, string) {
  const headers = headersFor(cookie)
  await warmUp(server, path, cookie)
  const slices = []
  for (let index = 0; index < SLICES; index++) {
    const baseline = await measureSlice(string, '/', headersFor(''))
    const figures = await measureSlice(server, path, headers)
    slices.push({ ...figures, share: figures.rps / baseline.rps })
  }
  const sum = (name) => slices.reduce((total, slice) => total + slice[name], 0)
  return {
    cpuMs: sum('cpuMs') / Math.max(1, sum('total')),
    share: median(slices.map(({ share }) => share)),
  }
}

export async function measureServer({ shop, bare, string, cookie, pages }) {
  const targets = [
    ['bare page', bare, '/item', ''],
    ...pages.flatMap(([name, path]) => [
      [`${name}, no cart`, shop, path, ''],
      [`${name}, with cart`, shop, path, cookie],
    ]),
    // A page with a selected bundle is never cached, so this is rendered for each request.
    ['rendered whole', shop, `${pages.at(-1)[1]}?wands=dragon-oak`, cookie],
  ]
  // All first, as code that they share may still be optimized later.
  for (const [, server, path, cookies] of targets) await warmUp(server, path, cookies)
  await warmUp(string, '/')
  const rows = []
  for (const [name, server, path, cookies] of targets)
    rows.push({ name, ...(await measure(server, path, cookies, string)) })
  return rows
}

/** Resident memory after many simultaneous requests, MB. */
export async function loadMemory(server, path, cookie) {
  await autocannon({ url: server.origin + path, connections: 50, duration: SECONDS, headers: { cookie } })
  return server.memory()
}
