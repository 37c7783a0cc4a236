import { readdirSync, readFileSync } from 'node:fs'

/** The build has the browser's files beside the server's. */
const ASSETS = new URL(`${import.meta.url.replace(/\/server\/(?!.*\/server\/).*$/, '/client')}/assets/`)

/** The build's stylesheets by address. Read at the start: a later build takes them away, and no page can be made without. */
export function readStylesheets(): ReadonlyMap<string, string> {
  const names = readdirSync(ASSETS).filter((name) => name.endsWith('.css'))
  return new Map(names.map((name) => [`/assets/${name}`, readFileSync(new URL(name, ASSETS), 'utf8')]))
}

/**
 * Address of the build's one file with such a name.
 * @throws where there is none
 */
export function assetAddress(name: RegExp): string {
  const found = readdirSync(ASSETS).find((file) => name.test(file))
  if (!found) throw new Error(`The build has no ${name}`)
  return `/assets/${found}`
}
