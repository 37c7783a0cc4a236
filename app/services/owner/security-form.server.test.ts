import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { drawQrCode } from './security-form.server.ts'

// The expected picture was verified with an independent decoder.
test('a known text gives the known picture', () => {
  const uri =
    'otpauth://totp/Wizard%20Box:owner%40wizardbox.example?secret=JBSWY3DPEHPK3PXP&issuer=Wizard%20Box'
  const { side, path } = drawQrCode(uri)
  expect(side).toBe(49)
  expect(createHash('sha256').update(path).digest('hex')).toBe(
    '189ba54015d79ec0b0cad4cad42385d9d7164dc28bc4bc45bf2384336707a82a',
  )
})
