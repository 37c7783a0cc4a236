// `node scripts/licences.mjs`: the licences of everything that is installed with the shop, read from the lock file.
// Ends with 1 when something asks for more than a notice, unless what it asks for is done and said below.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const byLicence = new Map()
for (const [path, { license = 'not stated', dev = false, optional = false }] of Object.entries(packages)) {
  if (path === '' || dev || optional) continue
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
  byLicence.set(license, [...(byLicence.get(license) ?? []), name])
}
const KIND = /^\(?(MIT|ISC|BSD|Apache-2\.0|0BSD|CC0|BlueOak|Unlicense|Zlib|OFL|MPL-2\.0|Python-2\.0)/
/** Asks for more, and gets it. */
const ALLOWED = {
  'geoip-country':
    'GeoLite2 data by MaxMind: named in the README, as its licence wants; leave it out with GEO_API_URL or a country header',
}
let asks = 0
for (const [licence, names] of [...byLicence].sort((a, b) => b[1].length - a[1].length)) {
  const isKind = KIND.test(licence)
  const refused = isKind ? [] : names.filter((name) => !(name in ALLOWED))
  asks += refused.length
  const mark = isKind ? ' ' : refused.length > 0 ? '!' : '*'
  console.log(
    `${mark} ${licence.padEnd(28)} ${String(names.length).padStart(4)}  ${names.slice(0, 6).join(', ')}`,
  )
  for (const name of names) if (!isKind && name in ALLOWED) console.log(`  * ${name}: ${ALLOWED[name]}`)
}
if (asks > 0) console.log(`${asks} packages ask for more than a notice (!).`)
process.exit(asks > 0 ? 1 : 0)
