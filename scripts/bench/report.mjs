// Formats the results as a table, in text and in Markdown.

const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`
/** Wanted of the scripts of a first visit: React and React Router are 109 of them. */
const SCRIPTS_KB = { home: 145, products: 142, product: 155 }
const ms = (value) => `${Math.round(value)} ms`

/** The rows of the table. Parts that were not measured have none. */
function rowsOf({ start, memory, server, bytes, browser }) {
  const rows = []
  const addRow = (what, wanted, bare, shop) =>
    rows.push({ what, wanted, 'bare page': bare, 'this shop': shop })
  const named = (list, name) => list.find((one) => one.name === name)
  if (server) {
    const bare = named(server, 'bare page')
    for (const page of ['home', 'products', 'product']) {
      const plain = named(server, `${page}, no cart`)
      const carted = named(server, `${page}, with cart`)
      addRow(
        `${page}: share of a static string, no cart`,
        '0.5',
        bare.share.toFixed(3),
        plain.share.toFixed(3),
      )
      addRow(`${page}: the same with a cart`, '0.2', bare.share.toFixed(3), carted.share.toFixed(3))
      addRow(
        `${page}: CPU with a cart`,
        '-',
        `${bare.cpuMs.toFixed(2)} ms`,
        `${carted.cpuMs.toFixed(2)} ms (${(carted.cpuMs / bare.cpuMs).toFixed(1)} ×)`,
      )
    }
    const whole = named(server, 'rendered whole')
    const times = (whole.cpuMs / bare.cpuMs).toFixed(1)
    addRow(
      'product, rendered whole: CPU',
      '4 ms',
      `${bare.cpuMs.toFixed(2)} ms`,
      `${whole.cpuMs.toFixed(2)} ms (${times} ×)`,
    )
  }
  if (bytes)
    for (const { name, html, scripts, styles } of bytes) {
      addRow(`${name}: scripts of a cold visit, gzip`, `${SCRIPTS_KB[name]} kB`, '-', kB(scripts))
      addRow(`${name}: HTML, gzip`, '-', '-', kB(html))
      addRow(`${name}: stylesheets, gzip`, '-', '-', kB(styles))
    }
  if (browser) {
    const bare = named(browser.visits, 'bare page')
    for (const visit of browser.visits.filter((one) => one !== bare)) {
      addRow(
        `${visit.name}: FCP / LCP`,
        '900 / 1500 ms',
        `${ms(bare.fcp)} / ${ms(bare.lcp)}`,
        `${ms(visit.fcp)} / ${ms(visit.lcp)}`,
      )
      addRow(`${visit.name}: hydrated`, '2500 ms', ms(bare.hydrated), ms(visit.hydrated))
      addRow(
        `${visit.name}: blocking time, layout shift`,
        '20 ms, 0',
        `${ms(bare.tbt)}, ${bare.cls.toFixed(3)}`,
        `${ms(visit.tbt)}, ${visit.cls.toFixed(3)}`,
      )
    }
    const [plain, clicked] = browser.clicks
    addRow(
      'list to product: click / after 300 ms hover',
      '400 / 350 ms',
      `${ms(plain.click)} / ${ms(plain.hovered)}`,
      `${ms(clicked.click)} / ${ms(clicked.hovered)}`,
    )
  }
  addRow('start to first page', '1 s', ms(start.bare), ms(start.shop))
  addRow('the same on an empty database', '-', '-', ms(start.shopFirst))
  addRow(
    'memory after the first page',
    '180 MB',
    `${Math.round(memory.bareFirst)} MB`,
    `${Math.round(memory.first)} MB`,
  )
  if (memory.load)
    addRow(
      'memory under load',
      '320 MB',
      `${Math.round(memory.bareLoad)} MB`,
      `${Math.round(memory.load)} MB`,
    )
  return rows
}

/** @param before the previous result, or null */
export function printReport(result, before) {
  const last = new Map(before ? rowsOf(before).map((row) => [row.what, row['this shop']]) : [])
  const rows = rowsOf(result).map(({ what, ...row }) => [
    what,
    { ...row, 'last time': last.get(what) ?? '-' },
  ])
  console.table(Object.fromEntries(rows))
}

export function markdownOf(result) {
  const head = `Made by \`npm run bench\` on ${result.at.slice(0, 10)}.\n\n| | wanted | bare page | this shop |\n|---|---|---|---|\n`
  return `${head}${rowsOf(result)
    .map((row) => `| ${row.what} | ${row.wanted} | ${row['bare page']} | ${row['this shop']} |`)
    .join('\n')}\n`
}
