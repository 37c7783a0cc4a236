import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { startEmbedded } from './support.ts'

const ROUNDS = Number(process.env.KILL_ROUNDS ?? 3)
const WRITER = fileURLToPath(new URL('writer.ts', import.meta.url))

/** Runs a writer until it has acknowledged `count` writes and a little longer, then kills it. */
function writeUntilKilled(dataDir: string, name: string, count: number, extraMs: number): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [WRITER, dataDir, name], { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    let errors = ''
    const linesOf = () =>
      output
        .split('\n')
        .slice(0, -1)
        .filter((line) => line !== 'ready')
    let isDying = false
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (isDying || linesOf().length < count) return
      isDying = true
      setTimeout(() => child.kill('SIGKILL'), extraMs)
    })
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString()
    })
    child.on('exit', (_code, signal) =>
      signal === 'SIGKILL' ? resolve(linesOf()) : reject(new Error(errors)),
    )
  })
}

it('the backend has every acknowledged write after being killed while writing', {
  timeout: 120_000,
}, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'wizard-box-killed-'))
  const acknowledged: string[] = []
  for (let round = 0; round < ROUNDS; round++)
    acknowledged.push(...(await writeUntilKilled(dataDir, `round${round}`, 6 + round, round * 7)))

  const shop = await startEmbedded({ dataDir })
  for (const line of acknowledged) {
    const [table = '', email = ''] = line.split(' ')
    const { data } = await shop.service.from(table).select('email').eq('email', email)
    expect(data).toEqual([{ email }])
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(ROUNDS * 6)
  // Mails too: complete files only, and interrupted ones are sent later.
  for (const file of readdirSync(shop.outboxDir).filter((name) => name.endsWith('.eml')))
    expect(readFileSync(join(shop.outboxDir, file), 'utf8')).toContain('</html>')
  await shop.close()
  rmSync(dataDir, { recursive: true })
})
