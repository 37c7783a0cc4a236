import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { drawQrCode } from './two-factor-form.server.ts'

/** The dark modules of a picture as `x,y`, without the quiet zone. */
function darkModules(path: string): Set<string> {
  const dark = new Set<string>()
  for (const [, x = '', y = '', length = ''] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
    for (let step = 0; step < Number(length); step++) dark.add(`${Number(x) + step - 4},${Number(y) - 4}`)
  return dark
}

test.each([
  [1, 29],
  [14, 29],
  [15, 33],
  [122, 53],
  [123, 57],
  [666, 105],
  [2331, 185],
])('%i bytes need %i modules a side, quiet zone included', (bytes, side) => {
  expect(drawQrCode('x'.repeat(bytes)).side).toBe(side)
})

test('a text that exceeds the capacity is refused', () => {
  expect(() => drawQrCode('x'.repeat(2332))).toThrow(RangeError)
})

test('three corners have a finder pattern, the fourth has none', () => {
  const { side, path } = drawQrCode('otpauth://totp/Wizard%20Box')
  const dark = darkModules(path)
  const last = side - 8 - 7
  const ring = (x: number, y: number) =>
    Array.from(
      { length: 7 },
      (_, step) => dark.has(`${x + step},${y}`) && dark.has(`${x},${y + step}`),
    ).every(Boolean)
  expect([ring(0, 0), ring(last, 0), ring(0, last), ring(last, last)]).toEqual([true, true, true, false])
})

// The expected picture was verified with an independent decoder.
test('a known text gives the known picture', () => {
  const uri =
    'otpauth://totp/Wizard%20Box:owner%40wizardbox.example?secret=JBSWY3DPEHPK3PXP&issuer=Wizard%20Box'
  expect(createHash('sha256').update(drawQrCode(uri).path).digest('hex')).toBe(
    '189ba54015d79ec0b0cad4cad42385d9d7164dc28bc4bc45bf2384336707a82a',
  )
})
