import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { NonBreakingText } from './text.tsx'

test.each([
  ['Allow 2–5 business days.', ['2–5']],
  ['In 2–3 weeks, or 4–5', ['2–3', '4–5']],
  ['33 cm (13 in), 23.5 cm (9¼ in).', ['33 cm (13 in)', '23.5 cm (9¼ in)']],
  ['33 cm tall, in 1–18th place', []],
])('ranges and measures of “%s” stay on one line', (text, kept) => {
  const html = renderToStaticMarkup(<NonBreakingText text={text} />)
  expect(
    [...html.matchAll(/<span class="whitespace-nowrap">(.*?)<\/span>/g)].map(([, span]) => span),
  ).toEqual(kept)
  expect(html.replaceAll(/<.*?>/g, '')).toBe(text)
})
