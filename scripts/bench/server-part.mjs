// Requests a second beside a static string, and CPU for each page.
import autocannon from 'autocannon'
import { askInTurn } from './one-connection.mjs'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 4)

const headersFor = (cookie) => ({ 'accept-encoding': 'gzip, br', ...(cookie && { cookie }) })

/** Asks until the engine has compiled what is run often. */
const warm = (server, path, cookie = '') =>
  autocannon({ url: server.origin + path, connections: 4, duration: SECONDS, headers: headersFor(cookie) })

async function measure(server, path, cookie = '') {
  const headers = headersFor(cookie)
  const url = server.origin + path
  await warm(server, path, cookie)
  const before = server.cpuMs()
  const { rps, p99, total, errors } = await askInTurn(url, headers, SECONDS)
  return { rps, p99, errors, cpuMs: (server.cpuMs() - before) / Math.max(1, total) }
}

/** Every figure is measured between two of the static string, because machines are not equally fast all the time. */
export async function measureServer({ shop, bare, string, cookie, pages }) {
  const asked = [
    ['bare page', bare, '/item', ''],
    ...pages.flatMap(([name, path]) => [
      [`${name}, no cart`, shop, path, ''],
      [`${name}, with cart`, shop, path, cookie],
    ]),
    // A chosen bundle is never kept, so this is rendered for each request.
    ['rendered whole', shop, `${pages.at(-1)[1]}?wands=dragon-oak`, cookie],
  ]
  // What is measured first would else be measured before the last of it is compiled.
  for (const [, server, path, with_] of asked) await warm(server, path, with_)
  const rows = []
  let last = await measure(string, '/')
  for (const [name, server, path, with_] of asked) {
    const figures = await measure(server, path, with_)
    const next = await measure(string, '/')
    rows.push({ name, ...figures, share: (2 * figures.rps) / (last.rps + next.rps) })
    last = next
  }
  return rows
}

/** Memory after many at once. */
export async function loadMemory(server, path, cookie) {
  await autocannon({ url: server.origin + path, connections: 50, duration: SECONDS, headers: { cookie } })
  return server.memory()
}
