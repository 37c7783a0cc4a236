import { encode } from 'uqr'

/** A QR code as one SVG path on a square of `side` units, its quiet zone included. */
export type QrPicture = { readonly side: number; readonly path: string }

/** Light modules around the code; the standard requires four. */
const QUIET_ZONE = 4

/** Draws a text as a QR code with error correction level M. @throws RangeError when the text is too long */
export function drawQrCode(text: string): QrPicture {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  return { side: size, path: data.map(rowPath).join('') }
}

/** Each run of dark modules in a row as one rectangle. */
function rowPath(row: readonly boolean[], y: number): string {
  const text = row.map((isDark) => (isDark ? '1' : '0')).join('')
  return [...text.matchAll(/1+/g)]
    .map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`)
    .join('')
}
