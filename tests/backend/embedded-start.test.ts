import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { CONSENT, newBackendFolder, OWNER, startEmbedded } from './support.ts'

/** What the embedded backend does at a start, and what it keeps of earlier ones. */

const folders: string[] = []
function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'wizard-box-backend-'))
  folders.push(folder)
  return folder
}
async function folderOfOwner(): Promise<string> {
  const folder = await newBackendFolder()
  folders.push(folder)
  return folder
}
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

it('a second start keeps keys, rows and accounts, and applies a migration once', async () => {
  const dataDir = temporaryFolder()
  const first = await startEmbedded({ dataDir, ownerPassword: null })
  const password = first.embedded.newOwnerPassword
  expect(password).toMatch(/^\S{12,}$/)
  await first.backend.joinWaitlist({ name: 'Ada', email: 'ada@example.com' }, CONSENT)
  await first.close()
  const second = await startEmbedded({ dataDir, ownerPassword: null })
  expect(second.embedded.newOwnerPassword).toBeNull()
  expect(second.access.serviceRoleKey).toBe(first.access.serviceRoleKey)
  expect((await second.backend.listRows('waitlist')).length).toBe(1)
  expect((await second.backend.auth.signIn(OWNER.email, password ?? '')).ok).toBe(true)
  await second.close()
})

describe('the owner', () => {
  const SECOND = { email: 'second@wizardbox.example', password: 'the new password' }

  /** A backend on a folder whose owner is that one. */
  const startFor = (dataDir: string, { email, password }: { email: string; password: string | null }) =>
    startEmbedded({ dataDir, ownerEmail: email, ownerPassword: password })

  it('has a password that a start can change, which ends existing sessions', async () => {
    const dataDir = await folderOfOwner()
    const first = await startFor(dataDir, OWNER)
    const signedIn = await first.backend.auth.signIn(OWNER.email, OWNER.password)
    if (!signedIn.ok) throw new Error('not signed in')
    await first.close()
    const { backend, close } = await startFor(dataDir, { ...OWNER, password: SECOND.password })
    const [before, after] = await Promise.all(
      [OWNER, SECOND].map(({ password }) => backend.auth.signIn(OWNER.email, password)),
    )
    expect(before).toEqual({ ok: false, error: 'wrong-password' })
    expect(after).toMatchObject({ ok: true })
    expect(await backend.auth.getOwner(signedIn.value.session)).toEqual({ ok: false, error: 'expired' })
    await close()
  })

  it('is the one account configured, also after the configuration changes', async () => {
    const dataDir = await folderOfOwner()
    for (const [account, answers] of [
      [OWNER, [{ ok: true }, { error: 'wrong-password' }]],
      [SECOND, [{ error: 'not-owner' }, { ok: true }]],
      [{ ...OWNER, password: null }, [{ ok: true }, { error: 'not-owner' }]],
    ] as const) {
      const { backend, close } = await startFor(dataDir, account)
      const both = [OWNER, SECOND].map(({ email, password }) => backend.auth.signIn(email, password))
      expect(await Promise.all(both)).toMatchObject(answers)
      await close()
    }
  })
})
