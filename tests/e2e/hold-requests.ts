import type { Page } from '@playwright/test'

/** Holds requests back. @returns lets them and later ones go on, each after the answer to the one before */
export async function holdRequests(page: Page, url: string): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  let before: Promise<unknown> = held
  await page.route(url, (route) => {
    before = before.then(async () => {
      // Its page may have been left meanwhile.
      await route.continue().catch(() => undefined)
      await (
        await route
          .request()
          .response()
          .catch(() => null)
      )?.finished()
    })
  })
  return release
}
