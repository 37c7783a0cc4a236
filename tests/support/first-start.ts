import { cpSync, existsSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLog } from './silent-log.ts'

type ShopModule = typeof import('#app/shop.server.ts')

export const ORIGIN = 'http://shop.test'

/** Before the shops of all tests, whose sample gifts are of that time. */
const FIRST_START = Date.parse('2025-10-01T12:00:00Z')

export const settings = (dataDir: string) => ({
  NODE_ENV: 'production',
  DATA_DIR: dataDir,
  LOG_LEVEL: 'silent',
  OWNER_PASSWORD: 'correct horse battery',
})

const BUILD = new URL('../../build/server/index.js', import.meta.url)
export const importShop = (): Promise<ShopModule> => import(BUILD.href)

/**
 * The data folder of a shop that was opened and closed: tables, owner and sample gifts. Other shops start from a copy of
 * it instead of creating these again. Signing secrets are each shop's own. The processes of a run share one, and another
 * build never finds it.
 */
export async function folderOfFirstStart(): Promise<string> {
  const shared = join(tmpdir(), `wizard-box-first-start-${statSync(BUILD).mtimeMs}`)
  if (existsSync(shared)) return shared
  const { createShop, parseConfig } = await importShop()
  const own = mkdtempSync(join(tmpdir(), 'wizard-box-first-'))
  const ports = { log: silentLog, origin: () => ORIGIN, now: () => FIRST_START }
  const shop = await createShop(parseConfig(settings(own)), ports)
  await shop.warm
  await shop.close()
  for (const secret of ['session', 'webhook']) rmSync(join(own, 'secrets', secret))
  try {
    renameSync(own, shared)
  } catch {
    // Another process was faster.
    rmSync(own, { recursive: true })
  }
  return shared
}

/** A data folder as a first start leaves it. */
export async function newDataDir(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'wizard-box-'))
  cpSync(await folderOfFirstStart(), dataDir, { recursive: true })
  return dataDir
}
