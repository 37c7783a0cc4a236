// `node scripts/licences.mjs`: lists the licences of all production dependencies, from the lock file. Exits with 1
// when one requires more than a notice, unless the requirement is met and listed in ALLOWED.
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
const NOTICE_ONLY = /^\(?(MIT|ISC|BSD|Apache-2\.0|0BSD|CC0|BlueOak|Unlicense|Zlib|OFL|MPL-2\.0|Python-2\.0)/
/** Packages whose licences require more, and how the shop complies. */
const ALLOWED = {
  'geoip-country':
    'GeoLite2 data by MaxMind: named in the README, as its licence wants; leave it out with GEO_API_URL or a country header',
}
let violations = 0
for (const [licence, names] of [...byLicence].sort((a, b) => b[1].length - a[1].length)) {
  const isNoticeOnly = NOTICE_ONLY.test(licence)
  const refused = isNoticeOnly ? [] : names.filter((name) => !(name in ALLOWED))
  violations += refused.length
  const mark = isNoticeOnly ? ' ' : refused.length > 0 ? '!' : '*'
  console.log(
    `${mark} ${licence.padEnd(28)} ${String(names.length).padStart(4)}  ${names.slice(0, 6).join(', ')}`,
  )
  for (const name of names) if (!isNoticeOnly && name in ALLOWED) console.log(`  * ${name}: ${ALLOWED[name]}`)
}
if (violations > 0) console.log(`${violations} packages ask for more than a notice (!).`)
process.exit(violations > 0 ? 1 : 0)
