import type { Config } from './env.server.ts'

/**
 * The address by which this machine reaches the shop, for links where nothing better is known.
 * @param port the one that it listens on
 */
export function localOrigin({ host }: Pick<Config, 'host'>, port: number): string {
  const isReachedByName = host === undefined || isWildcard(host) || isLoopback(host)
  return `http://${isReachedByName ? 'localhost' : bracketed(host)}:${port}`
}

/**
 * The lines that a start prints: where the shop is open, and a warning where others can reach embedded services.
 * @param port the one that it listens on
 */
export function openingLines(
  config: Pick<Config, 'host' | 'publicOrigin' | 'hasEmbedded'>,
  port: number,
): string[] {
  const { host, publicOrigin, hasEmbedded } = config
  const listening = `${host === undefined ? 'all interfaces, port ' : `${bracketed(host)}:`}${port}`
  const line = `Wizard Box is open at ${publicOrigin ?? localOrigin(config, port)}, listening on ${listening}`
  if (!hasEmbedded || (host !== undefined && isLoopback(host))) return [line]
  const warning = `OPEN TO OTHERS: everybody who reaches ${listening} can use the embedded services: free orders that give gifts, and the owner's sign-in. Without HOST, only this machine can.`
  return [line, warning]
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d+){3}$/.test(host)
}

function isWildcard(host: string): boolean {
  return host === '::' || host === '0.0.0.0'
}

/** A host as it stands in an URL, where an IPv6 address has brackets. */
function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}
