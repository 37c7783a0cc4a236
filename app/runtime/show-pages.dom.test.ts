import { createMemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { showPagesOf } from './show-pages.ts'

const NO_ROUTES = { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' }

/** A router that has led from one page to another, and each thing that the page is told of its fetchers from then on. */
async function watchedRouter() {
  const router = createMemoryRouter([
    { id: 'list', path: '/', action: () => 'added' },
    { id: 'product', path: '/product' },
  ])
  const told: string[] = []
  showPagesOf(router, () => NO_ROUTES).subscribe(({ fetchers }, { deletedFetchers }) => {
    const running = [...fetchers].map(([key, { state }]) => `${key} ${state}`)
    const gone = deletedFetchers.map((key) => `${key} gone`)
    told.push([...running, ...gone].join() || 'nothing')
  })
  await router.navigate('/product')
  told.length = 0
  return { router, told }
}

test('a form that nobody has sent goes without the page being rendered again', async () => {
  const { router, told } = await watchedRouter()
  router.getFetcher('unsent')
  router.deleteFetcher('unsent')
  await Promise.resolve()
  expect(told).toEqual([])
})

test('the page is told how a form gets on, and forgets what it has said when it goes', async () => {
  const { router, told } = await watchedRouter()
  router.getFetcher('sent')
  const formData = new FormData()
  formData.set('handle', 'magic-wand')
  await router.fetch('sent', 'product', '/?index', { formMethod: 'post', formData })
  await expect.poll(() => router.state.fetchers.size).toBe(0)
  router.deleteFetcher('sent')
  await expect.poll(() => told).toEqual(['sent submitting', 'sent loading', 'sent idle', 'sent gone'])
})
