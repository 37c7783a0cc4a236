import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { freePort } from '../../scripts/free-port.mjs'

/** A new build, or files that cannot be opened just now: the shop that is running goes on with what it has. */

const root = fileURLToPath(new URL('../..', import.meta.url))

test('pages are made without the files that stood beside the shop when it started', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wizard-box-build-'))
  for (const name of ['build', 'server.ts', 'static-files.ts', 'package.json', 'supabase', 'app/embedded'])
    cpSync(join(root, name), join(folder, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const port = await freePort()
  const server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'server.ts'], {
    cwd: folder,
    env: {
      ...process.env,
      NODE_ENV: 'production',
      PORT: String(port),
      DATA_DIR: join(folder, 'data'),
      LOG_LEVEL: 'error',
      OWNER_PASSWORD: 'correct horse battery',
    },
    stdio: 'ignore',
  })
  try {
    const visit = (path: string) => fetch(`http://localhost:${port}${path}`)
    await expect
      .poll(async () => (await visit('/readyz').catch(() => null))?.status, { timeout: 30_000 })
      .toBe(200)
    const assets = join(folder, 'build/client/assets')
    for (const name of readdirSync(assets)) if (name.endsWith('.css')) rmSync(join(assets, name))
    for (const path of ['/us', '/us/product/magic-wand', '/uk/contact', '/admin/sign-in']) {
      const page = await visit(path)
      expect(page.status, path).toBe(200)
      expect(await page.text()).toMatch(/<style>[^<]*\bdisplay:/)
    }
  } finally {
    server.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
}, 60_000)
