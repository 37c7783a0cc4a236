// Keeps brotli and gzip twins of every built text file beside it, so that serving them costs nothing.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const folder = process.argv[2] ?? fileURLToPath(new URL('../build/client', import.meta.url))

function walk(path) {
  for (const name of readdirSync(path)) {
    const file = join(path, name)
    if (statSync(file).isDirectory()) walk(file)
    else if (/\.(js|css|svg|json|txt|xml|webmanifest|vtt)$/.test(name)) compress(file)
  }
}

function compress(file) {
  const content = readFileSync(file)
  if (content.length < 512) return
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
  writeFileSync(
    `${file}.br`,
    brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  )
}

walk(folder)
