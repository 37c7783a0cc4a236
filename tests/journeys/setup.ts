import type { TestProject } from 'vitest/node'
import { type ShopUnderTest, startShop } from './shop.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    shop: ShopUnderTest
  }
}

/** One shop for all journeys but those of outages: `inject('shop')`. */
export default async function setup(project: TestProject) {
  const { stop, origin, dataDir, ownerPassword } = await startShop()
  project.provide('shop', { origin, dataDir, ownerPassword })
  return stop
}
