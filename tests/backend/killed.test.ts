import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { newBackendFolder, startEmbedded } from './support.ts'

const WRITER = fileURLToPath(new URL('writer.ts', import.meta.url))
/** How many writes are acknowledged before the writer is killed in the next one. */
const COUNT = 8

it('the backend has every acknowledged write after being killed while writing', async () => {
  const dataDir = await newBackendFolder()
  const writer = spawn(process.execPath, [WRITER, dataDir], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void writer.kill('SIGKILL'))
  const exited = once(writer, 'exit')
  const acknowledged: string[] = []
  for await (const line of createInterface(writer.stdout))
    if (acknowledged.push(line) === COUNT) writer.kill('SIGKILL')
  await exited
  expect(acknowledged.length).toBeGreaterThanOrEqual(COUNT)

  const shop = await startEmbedded({ dataDir })
  for (const line of acknowledged) {
    const [table = '', email = ''] = line.split(' ')
    const { data } = await shop.service.from(table).select('email').eq('email', email)
    expect(data).toEqual([{ email }])
  }
  // Mails too: complete files only, and interrupted ones are sent later.
  for (const file of readdirSync(shop.outboxDir).filter((name) => name.endsWith('.eml')))
    expect(readFileSync(join(shop.outboxDir, file), 'utf8')).toContain('</html>')
  await shop.close()
  rmSync(dataDir, { recursive: true })
})
