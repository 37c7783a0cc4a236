import type { Page } from '@playwright/test'

/** Holds requests back. @returns lets them and later ones go on, each after the answer to the one before */
export async function holdRequests(page: Page, url: string): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  let before: Promise<unknown> = held
  await page.route(url, (route) => {
    before = before.then(async () => {
      // Its page may have been left meanwhile.
      await route.continue().catch(() => undefined)
      const answered = route.request().response()
      // The test may have ended, with requests that it does not wait for.
      await answered.then((response) => response?.finished()).catch(() => undefined)
    })
  })
  return release
}
