/**
 * The data side of a QR code (ISO/IEC 18004): bytes, error correction level M, versions 1 to 20, which is room for
 * 666 bytes.
 */

const BLOCK_ECC = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26]
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16]
const LARGEST_VERSION = 20
const PRIMITIVE = 0x11d

function at(list: readonly number[], index: number): number {
  return list[index] ?? 0
}

/** Powers of the field's generator, twice over, and their logarithms. */
const EXP: number[] = []
const LOG: number[] = []
for (let power = 0, value = 1; power < 255; power++) {
  EXP[power] = value
  EXP[power + 255] = value
  LOG[value] = power
  value = value & 0x80 ? (value << 1) ^ PRIMITIVE : value << 1
}

function multiply(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : at(EXP, at(LOG, a) + at(LOG, b))
}

/** The generator polynomial of a degree, its leading 1 left out. */
function generator(degree: number): number[] {
  let polynomial = [1]
  for (let root = 0; root < degree; root++) {
    const next = [...polynomial, 0]
    for (const [index, factor] of polynomial.entries())
      next[index + 1] = at(next, index + 1) ^ multiply(factor, at(EXP, root))
    polynomial = next
  }
  return polynomial.slice(1)
}

function errorCorrection(data: readonly number[], divisor: readonly number[]): number[] {
  const rest = divisor.map(() => 0)
  for (const byte of data) {
    const factor = byte ^ (rest.shift() ?? 0)
    rest.push(0)
    for (const [index, coefficient] of divisor.entries())
      rest[index] = at(rest, index) ^ multiply(coefficient, factor)
  }
  return rest
}

/** Side of a version, in modules. */
export function sideOf(version: number): number {
  return version * 4 + 17
}

/** Centres of the alignment patterns, the same across and down. */
export function alignmentCentres(version: number): number[] {
  if (version === 1) return []
  const count = Math.floor(version / 7) + 2
  const last = sideOf(version) - 7
  const step = Math.ceil((last - 6) / (count - 1) / 2) * 2
  const rest = Array.from({ length: count - 1 }, (_, index) => last - step * (count - 2 - index))
  return [6, ...rest]
}

/** How many bytes a version holds, error correction included. */
function capacity(version: number): number {
  const side = sideOf(version)
  const centres = alignmentCentres(version).length
  // Three patterns of 25 modules would lie on the corners; those on the timing lines share five modules with them.
  const alignment = centres === 0 ? 0 : (centres ** 2 - 3) * 25 - (centres - 2) * 2 * 5
  const versionInfo = version >= 7 ? 36 : 0
  const modules = side ** 2 - 3 * 64 - 31 - 2 * (side - 16) - alignment - versionInfo
  return Math.floor(modules / 8)
}

function dataCapacity(version: number): number {
  return capacity(version) - at(BLOCK_ECC, version - 1) * at(BLOCKS, version - 1)
}

function lengthBits(version: number): number {
  return version < 10 ? 8 : 16
}

/** The smallest version for that many bytes. @throws when there is none */
function versionFor(bytes: number): number {
  for (let version = 1; version <= LARGEST_VERSION; version++)
    if (dataCapacity(version) * 8 >= 4 + lengthBits(version) + bytes * 8) return version
  throw new RangeError('Too much for a QR code')
}

function toBytes(bits: string): number[] {
  return (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2))
}

function dataBytes(text: Uint8Array, version: number): number[] {
  const binary = (value: number, width: number) => value.toString(2).padStart(width, '0')
  const room = dataCapacity(version) * 8
  let bits = `0100${binary(text.length, lengthBits(version))}`
  for (const byte of text) bits += binary(byte, 8)
  bits += '0'.repeat(Math.min(4, room - bits.length))
  bits += '0'.repeat((8 - (bits.length % 8)) % 8)
  const bytes = toBytes(bits)
  for (let pad = 0xec; bytes.length < room / 8; pad ^= 0xec ^ 0x11) bytes.push(pad)
  return bytes
}

/** The text as the sequence of bytes that goes into the picture, block by block interleaved. */
export function encodeText(text: string): { readonly version: number; readonly bytes: readonly number[] } {
  const encoded = new TextEncoder().encode(text)
  const version = versionFor(encoded.length)
  const data = dataBytes(encoded, version)
  const count = at(BLOCKS, version - 1)
  const short = Math.floor(data.length / count)
  const shortBlocks = count - (data.length % count)
  const divisor = generator(at(BLOCK_ECC, version - 1))
  const blocks = Array.from({ length: count }, (_, index) => {
    const start = index * short + Math.max(0, index - shortBlocks)
    const block = data.slice(start, start + short + (index >= shortBlocks ? 1 : 0))
    return { data: block, ecc: errorCorrection(block, divisor) }
  })
  const interleaved = (parts: readonly (readonly number[])[]) =>
    Array.from({ length: Math.max(...parts.map((part) => part.length)) }, (_, index) =>
      parts.flatMap((part) => (index < part.length ? [at(part, index)] : [])),
    ).flat()
  return {
    version,
    bytes: [
      ...interleaved(blocks.map((block) => block.data)),
      ...interleaved(blocks.map((block) => block.ecc)),
    ],
  }
}
