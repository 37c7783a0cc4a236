// Requests a second beside a static string, and CPU for each page.
import autocannon from 'autocannon'
import { askInTurn } from './one-connection.mjs'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 4)
/** Into how many turns they are cut. */
const SLICES = 9

const headersFor = (cookie) => ({ 'accept-encoding': 'gzip, br', ...(cookie && { cookie }) })

/** Asks until the engine has compiled what is run often. */
const warm = (server, path, cookie = '') =>
  autocannon({ url: server.origin + path, connections: 4, duration: SECONDS, headers: headersFor(cookie) })

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]

/** Asks for some time. Resolves to `askInTurn`'s figures and the CPU time in ms that the server took for them. */
async function slice(server, path, headers) {
  const before = server.cpuMs()
  const figures = await askInTurn(server.origin + path, headers, SECONDS / SLICES)
  return { ...figures, cpuMs: server.cpuMs() - before }
}

/**
 * Page and static string in turns, some tenths of a second each, as machines are not equally fast all the time: each turn
 * of the page is compared with the one of the string beside it, and the median of them counts.
 */
async function measure(server, path, cookie, string) {
  const headers = headersFor(cookie)
  await warm(server, path, cookie)
  const turns = []
  for (let turn = 0; turn < SLICES; turn++) {
    const beside = await slice(string, '/', headersFor(''))
    const figures = await slice(server, path, headers)
    turns.push({ ...figures, share: figures.rps / beside.rps })
  }
  const middle = (name) => median(turns.map((turn) => turn[name]))
  const sum = (name) => turns.reduce((total, turn) => total + turn[name], 0)
  return {
    rps: middle('rps'),
    p99: middle('p99'),
    errors: sum('errors'),
    cpuMs: sum('cpuMs') / Math.max(1, sum('total')),
    share: middle('share'),
  }
}

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
  await warm(string, '/')
  const rows = []
  for (const [name, server, path, with_] of asked)
    rows.push({ name, ...(await measure(server, path, with_, string)) })
  return rows
}

/** Memory after many at once. */
export async function loadMemory(server, path, cookie) {
  await autocannon({ url: server.origin + path, connections: 50, duration: SECONDS, headers: { cookie } })
  return server.memory()
}
