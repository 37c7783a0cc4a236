import type { Page } from '@playwright/test'

/** Holds requests back. @returns lets them and later ones go on */
export async function holdRequests(page: Page, url: string): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await held
    // Its page may have been left meanwhile.
    await route.continue().catch(() => undefined)
  })
  return release
}
