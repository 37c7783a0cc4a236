import { withoutMarket } from './market.ts'

export const SPLASH_SPARKLES = 20

/** The home paths: `/`, `/us` and `/uk`. */
export function isHomePath(pathname: string): boolean {
  return withoutMarket(pathname) === '/'
}
