import { createMemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { withPageRendering } from './show-pages.ts'

const NO_ROUTES = { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' }

/** A router after one navigation, and the fetcher changes that its subscriber is notified of from then on. */
async function createObservedRouter() {
  const router = createMemoryRouter([
    { id: 'list', path: '/', action: () => 'added' },
    { id: 'product', path: '/product' },
  ])
  const reported: string[] = []
  withPageRendering(router, () => NO_ROUTES).subscribe(({ fetchers }, { deletedFetchers }) => {
    const running = [...fetchers].map(([key, { state }]) => `${key} ${state}`)
    const deleted = deletedFetchers.map((key) => `${key} deleted`)
    reported.push([...running, ...deleted].join() || 'nothing')
  })
  await router.navigate('/product')
  reported.length = 0
  return { router, reported }
}

test('the page is not rendered again when an unused fetcher is deleted', async () => {
  const { router, reported } = await createObservedRouter()
  router.getFetcher('unsent')
  router.deleteFetcher('unsent')
  await Promise.resolve()
  expect(reported).toEqual([])
})

test('the page is notified of every state of a submitted fetcher, and of its deletion', async () => {
  const { router, reported } = await createObservedRouter()
  router.getFetcher('sent')
  const formData = new FormData()
  formData.set('handle', 'magic-wand')
  await router.fetch('sent', 'product', '/?index', { formMethod: 'post', formData })
  await expect.poll(() => router.state.fetchers.size).toBe(0)
  router.deleteFetcher('sent')
  await expect.poll(() => reported).toEqual(['sent submitting', 'sent loading', 'sent idle', 'sent deleted'])
})
