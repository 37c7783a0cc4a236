import { readdirSync, readFileSync } from 'node:fs'

/** The build's `client` folder is next to its `server` folder. */
const ASSETS = new URL(`${import.meta.url.replace(/\/server\/(?!.*\/server\/).*$/, '/client')}/assets/`)

/**
 * The build's stylesheets by URL path. Read at start, as a later build replaces the files and every page needs them.
 */
export function readStylesheets(): ReadonlyMap<string, string> {
  const names = readdirSync(ASSETS).filter((name) => name.endsWith('.css'))
  return new Map(names.map((name) => [`/assets/${name}`, readFileSync(new URL(name, ASSETS), 'utf8')]))
}

/**
 * URL path of the build's file whose name matches.
 * @throws when there is none
 */
export function assetAddress(name: RegExp): string {
  const found = readdirSync(ASSETS).find((file) => name.test(file))
  if (!found) throw new Error(`The build has no ${name}`)
  return `/assets/${found}`
}
