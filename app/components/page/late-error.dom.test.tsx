import { act, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { ErrorPage } from './late-error.tsx'
import { Hydrated } from './navigation.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
vi.mock('./error-page.tsx', () => {
  throw new Error('not found')
})

test('without its code an error page of the server stays, and any other is plain and leads to the whole one', async () => {
  const page = document.createElement('main')
  const root = createRoot(page)
  /** Renders the error page beside a marker of hydration. */
  const show = (isHydrated: boolean) =>
    act(async () => {
      root.render(
        <MemoryRouter initialEntries={['/us/faq?a=b']}>
          <Suspense fallback="The server's">
            <ErrorPage error={new Error('a bug')} />
          </Suspense>
          {isHydrated ? <Hydrated /> : null}
        </MemoryRouter>,
      )
      await new Promise((resolve) => setTimeout(resolve, 50))
    })
  await show(false)
  expect(page.textContent).toBe("The server's")
  await show(true)
  expect(page.querySelector('h1')?.textContent).toBe('Unexpected Application Error!')
  expect(page.querySelector('a')?.getAttribute('href')).toBe('/us/faq?a=b')
  await act(async () => root.unmount())
})
