import { constants, crc32, deflateRawSync } from 'node:zlib'
import type { Bytes } from './page-cache.server.ts'
import { type InlineHashes, inlineHashes } from './security-headers.server.ts'

/** The best compression, for parts that are sent many times. */
const SMALLEST = { level: 9, finishFlush: constants.Z_SYNC_FLUSH }
/** The quickest compression, for parts that are sent once. */
const QUICKEST = { level: 1, finishFlush: constants.Z_SYNC_FLUSH }

let count = 0

/** A part that is the same in many documents; everything derived from its text is computed once. */
export class DocumentPart {
  readonly id = ++count
  readonly text: string
  #bytes: Bytes | null = null
  #inline: InlineHashes | null = null
  #deflated: Bytes | null = null
  #wasUsed = false

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

  /**
   * Deflate blocks that can be concatenated with others. From the second use on they are the smallest, and cached.
   */
  get deflated(): Bytes {
    if (this.#deflated) return this.#deflated
    if (this.#wasUsed) this.#deflated = deflateRawSync(this.bytes, SMALLEST)
    this.#wasUsed = true
    return this.#deflated ?? deflateRawSync(this.bytes, QUICKEST)
  }
}

/** A rendered document: cached parts, and between them text that was rendered for this document alone. */
export type PageDocument = readonly (string | DocumentPart)[]

/** A part split at its fold marks (`FOLD_MARK`), which are not included. */
export type SplitPart = readonly DocumentPart[]

/** The HTML of a document. */
export function textOfDocument(document: PageDocument): string {
  return document.map((part) => (typeof part === 'string' ? part : part.text)).join('')
}

/** Hashes of all inline scripts and styles of a document. No such element may span two parts. */
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

/** Magic number, Deflate, no flags, no time, no extra flags, Unix (RFC 1952). */
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])
/** An empty final block. */
const LAST_BLOCK = Buffer.from([3, 0])
/** Shorter texts are stored without compression. */
const MIN_DEFLATED_BYTES = 400
const STORED_HEADER_BYTES = 5

/** An uncompressed Deflate block (RFC 1951, 3.2.4). */
function storedBlock(bytes: Bytes): Bytes {
  const header = Buffer.alloc(STORED_HEADER_BYTES)
  header.writeUInt16LE(bytes.length, 1)
  header.writeUInt16LE(~bytes.length & 0xffff, 3)
  return Buffer.concat([header, bytes])
}

/**
 * Compresses a document as gzip. Only the text of this document alone is compressed now: cached parts have their
 * Deflate blocks ready, and blocks can be concatenated.
 */
export function gzipDocument(document: PageDocument): Bytes {
  const blocks: Bytes[] = [GZIP_HEADER]
  let checksum = 0
  let size = 0
  for (const part of document) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part.bytes
    if (bytes.length === 0) continue
    checksum = crc32(bytes, checksum)
    size += bytes.length
    if (typeof part !== 'string') blocks.push(part.deflated)
    else blocks.push(bytes.length < MIN_DEFLATED_BYTES ? storedBlock(bytes) : deflateRawSync(bytes, QUICKEST))
  }
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(checksum, 0)
  trailer.writeUInt32LE(size, 4)
  return Buffer.concat([...blocks, LAST_BLOCK, trailer])
}
