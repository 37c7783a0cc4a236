// Writes a Brotli and a gzip version of every built text file next to it, so that the server need not compress them.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const folder = process.argv[2] ?? fileURLToPath(new URL('../build/client', import.meta.url))

function compressFolder(path) {
  for (const name of readdirSync(path)) {
    const file = join(path, name)
    if (statSync(file).isDirectory()) compressFolder(file)
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

compressFolder(folder)
