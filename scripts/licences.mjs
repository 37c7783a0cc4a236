// `node scripts/licences.mjs`: the licences of everything that is installed with the shop, read from the lock file.
// Ends with 1 when something asks for more than a notice.
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
let asks = 0
for (const [licence, names] of [...byLicence].sort((a, b) => b[1].length - a[1].length)) {
  const isKind = KIND.test(licence)
  if (!isKind) asks += 1
  console.log(
    `${isKind ? ' ' : '!'} ${licence.padEnd(28)} ${String(names.length).padStart(4)}  ${names.slice(0, 6).join(', ')}`,
  )
}
process.exit(asks > 0 ? 1 : 0)
