import { withoutMarket } from './market.ts'

export const SPLASH_SPARKLES = 20

/** True for `/`, `/us` and `/uk`. */
export function isHomePath(pathname: string): boolean {
  return withoutMarket(pathname) === '/'
}
