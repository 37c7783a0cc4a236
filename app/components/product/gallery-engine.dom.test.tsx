import { act, useLayoutEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, test, vi } from 'vitest'
import GalleryEngine, { type GalleryApi } from './gallery-engine.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const WIDTH = 100

function place(element: HTMLElement, left: number): void {
  const box = { offsetTop: 0, offsetLeft: left, offsetWidth: WIDTH, offsetHeight: WIDTH }
  for (const [name, value] of Object.entries(box)) Object.defineProperty(element, name, { value })
}

/** A list of slides in a row, with the sizes that happy-dom does not compute. */
function makeView(slides: number): HTMLElement {
  const view = document.createElement('div')
  view.innerHTML = `<ul>${'<li style="margin: 0px"></li>'.repeat(slides)}</ul>`
  document.body.append(view)
  for (const element of [view, ...view.querySelectorAll('ul')]) place(element, 0)
  for (const [index, slide] of view.querySelectorAll('li').entries()) place(slide, index * WIDTH)
  return view
}

type Props = { readonly view: HTMLElement; readonly onApi: (api: GalleryApi | null) => void }

function ChosenMeanwhile(props: Props) {
  const [start, setStart] = useState(0)
  // Before the effects that initialize the carousel.
  useLayoutEffect(() => setStart(2), [])
  return <GalleryEngine start={start} {...props} />
}

test('a slide chosen while the carousel is being initialized is shown', async () => {
  const onApi = vi.fn<Props['onApi']>()
  const root = createRoot(document.createElement('div'))
  await act(async () => root.render(<ChosenMeanwhile view={makeView(4)} onApi={onApi} />))
  const [api] = onApi.mock.lastCall ?? []
  expect(api?.scrollSnapList()).toHaveLength(4)
  expect(api?.selectedScrollSnap()).toBe(2)
  await act(async () => root.unmount())
})
