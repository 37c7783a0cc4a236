import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { MailCompanies } from '../../../supabase/functions/_shared/mail/company.ts'
import type { Mail } from '../../../supabase/functions/_shared/mail/mail.ts'
import { toMessage } from '../../../supabase/functions/_shared/mail/message.ts'
import { smtpSender } from '../../../supabase/functions/_shared/mail/smtp.ts'

const UNFINISHED = /^\.[\w.-]+\.part$/
/** Another process on the same folder may just be writing: no mail takes this long, milliseconds. */
const UNFINISHED_MS = 60_000

export type MailConfig = {
  /** `smtp://` or `smtps://`; without it mails become files. */
  readonly smtpUrl: string | null
  readonly from: string
  /** Where messages to the shop go. */
  readonly to: string
  /** Folder for `.eml` files. */
  readonly outboxDir: string
  /** Who the mails are from, for their foot and for answers. */
  readonly companies: MailCompanies
}

export type Mailer = {
  /** Sends one mail. @throws when it could not be handed over */
  readonly send: (mail: Mail) => Promise<void>
  readonly to: string
  /** True when mails are files, which are written at once. */
  readonly instant: boolean
}

/** The shop's mailer: SMTP when configured, else one `.eml` file for each mail. */
export function createMailer(config: MailConfig): Mailer {
  return config.smtpUrl === null
    ? { send: fileSender(config.outboxDir, config.from), to: config.to, instant: true }
    : { send: smtpSender(config.smtpUrl, config.from), to: config.to, instant: false }
}

/** Writes whole files only: a reader, or a crash, never meets half a mail. */
function fileSender(folder: string, from: string): (mail: Mail) => Promise<void> {
  let tidied: Promise<void> | null = null
  const compose = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return async (mail) => {
    const { message } = await compose.sendMail(toMessage(mail, from))
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}`
    tidied ??= removeUnfinished(folder)
    await tidied
    const unfinished = join(folder, `.${name}.part`)
    try {
      await writeDown(unfinished, message as Buffer)
      await rename(unfinished, join(folder, `${name}.eml`))
    } catch (error) {
      await rm(unfinished, { force: true })
      throw error
    }
  }
}

async function writeDown(path: string, content: Buffer): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Removes what a killed process left behind half-written: words that open a gift may stand in it. Never throws. */
async function removeUnfinished(folder: string): Promise<void> {
  try {
    const left = (await readdir(folder)).filter((name) => UNFINISHED.test(name))
    for (const path of left.map((name) => join(folder, name)))
      if (Date.now() - (await stat(path)).mtimeMs > UNFINISHED_MS) await rm(path, { force: true })
  } catch {
    // The next start looks again.
  }
}
