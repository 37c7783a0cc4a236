import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { type ChoiceOfForm, useChoiceInQuery } from './use-choice-in-query.ts'

const SIZES = ['3', '4']
const SIZE: ChoiceOfForm<string> = {
  read: (form) => String(form.get('size')),
  fields: (size) => [['size', size]],
  parse: (query) => query.get('size') ?? '3',
  format: (size) => (size === '3' ? '' : new URLSearchParams({ size }).toString()),
  parameters: ['size'],
}

function Sizes() {
  const { form, choice, apply } = useChoiceInQuery(SIZE)
  return (
    <form
      ref={form}
      onChange={() => form.current && apply(SIZE.read(new FormData(form.current)))}
      data-choice={choice}
    >
      {SIZES.map((size) => (
        <input key={size} type="radio" name="size" value={size} defaultChecked={size === choice} />
      ))}
    </form>
  )
}

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
afterEach(() => document.body.replaceChildren())

async function open(address: string) {
  const router = createMemoryRouter([{ path: '/', element: <Sizes /> }], { initialEntries: [address] })
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  await act(async () => root.render(<RouterProvider router={router} />))
  const form = document.querySelector('form')
  if (form === null) throw new Error('the form is not there')
  const radio = (size: string) => form.querySelector<HTMLInputElement>(`[value="${size}"]`)
  return {
    go: (to: string) => act(async () => router.navigate(to)),
    choose: (size: string) => act(async () => radio(size)?.click()),
    shown: () => [form.dataset.choice, SIZE.read(new FormData(form)), router.state.location.search],
  }
}

test('a choice stands in the form and in the address, beside what is not its own', async () => {
  const page = await open('/?filter=wands')
  expect(page.shown()).toEqual(['3', '3', '?filter=wands'])
  await page.choose('4')
  expect(page.shown()).toEqual(['4', '4', '?filter=wands&size=4'])
  await page.choose('3')
  expect(page.shown()).toEqual(['3', '3', '?filter=wands'])
})

test('a link to another choice checks it in the form', async () => {
  const page = await open('/')
  await page.go('/?size=4')
  expect(page.shown()).toEqual(['4', '4', '?size=4'])
  await page.go('/')
  expect(page.shown()).toEqual(['3', '3', ''])
})
