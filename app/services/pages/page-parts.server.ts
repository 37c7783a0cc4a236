import { constants, crc32, deflateRawSync } from 'node:zlib'
import type { Bytes } from './page-cache.server.ts'
import { type InlineHashes, inlineHashes } from './security-headers.server.ts'

/** The smallest, for what is sent again and again. */
const SMALLEST = { level: 9, finishFlush: constants.Z_SYNC_FLUSH }
/** The quickest, for what is sent once. */
const QUICKEST = { level: 1, finishFlush: constants.Z_SYNC_FLUSH }

let count = 0

/** A part that is the same in many documents, with everything derived from it worked out once. */
export class DocumentPart {
  readonly id = ++count
  readonly text: string
  #bytes: Bytes | null = null
  #inline: InlineHashes | null = null
  #pressed: Bytes | null = null
  #isKnown = false

  constructor(text: string) {
    this.text = text
  }

  get bytes(): Bytes {
    this.#bytes ??= Buffer.from(this.text)
    return this.#bytes
  }

  /** Hashes of the inline scripts and styles in it. */
  get inline(): InlineHashes {
    this.#inline ??= inlineHashes(this.text)
    return this.#inline
  }

  /** Blocks of Deflate, to be put between others: compressed slowly, and kept, from the second time on. */
  get pressed(): Bytes {
    if (this.#pressed) return this.#pressed
    if (this.#isKnown) this.#pressed = deflateRawSync(this.bytes, SMALLEST)
    this.#isKnown = true
    return this.#pressed ?? deflateRawSync(this.bytes, QUICKEST)
  }
}

/** A rendered document: kept parts, and between them what was written for this one. */
export type PageDocument = readonly (string | DocumentPart)[]

/** The sides of the folds in a part (`FOLD_MARK`), which are none of its text. */
export type SplitPart = readonly DocumentPart[]

export function textOfDocument(document: PageDocument): string {
  return document.map((part) => (typeof part === 'string' ? part : part.text)).join('')
}

/** Hashes of all inline scripts and styles of a document. None begins in one part and ends in another. */
export function inlineHashesOf(document: PageDocument): InlineHashes {
  const scripts = new Set<string>()
  const styles = new Set<string>()
  for (const part of document) {
    const found = typeof part === 'string' ? inlineHashes(part) : part.inline
    for (const hash of found.scripts) scripts.add(hash)
    for (const hash of found.styles) styles.add(hash)
  }
  return { scripts: [...scripts], styles: [...styles] }
}

/** Magic number, method, no flags, no time, quickest or smallest, Unix (RFC 1952). */
const HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])
/** An empty block that is the last. */
const LAST_BLOCK = Buffer.from([3, 0])
/** Shorter ones are sent as they are. */
const LEAST_PRESSED = 400
const STORED_HEAD_BYTES = 5

/** A block that is not compressed (RFC 1951, 3.2.4). */
function stored(bytes: Bytes): Bytes {
  const head = Buffer.alloc(STORED_HEAD_BYTES)
  head.writeUInt16LE(bytes.length, 1)
  head.writeUInt16LE(~bytes.length & 0xffff, 3)
  return Buffer.concat([head, bytes])
}

/**
 * A document in gzip. Only what was written for this one is compressed now; kept parts have their blocks of Deflate ready,
 * and such blocks may be put one after the other.
 */
export function gzipOf(document: PageDocument): Bytes {
  const blocks: Bytes[] = [HEAD]
  let sum = 0
  let size = 0
  for (const part of document) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part.bytes
    if (bytes.length === 0) continue
    sum = crc32(bytes, sum)
    size += bytes.length
    if (typeof part !== 'string') blocks.push(part.pressed)
    else blocks.push(bytes.length < LEAST_PRESSED ? stored(bytes) : deflateRawSync(bytes, QUICKEST))
  }
  const end = Buffer.alloc(8)
  end.writeUInt32LE(sum, 0)
  end.writeUInt32LE(size, 4)
  return Buffer.concat([...blocks, LAST_BLOCK, end])
}
