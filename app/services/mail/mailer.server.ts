import { randomBytes } from 'node:crypto'
import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Mail } from '../../../supabase/functions/_shared/mail/mail.ts'
import { toMessage } from '../../../supabase/functions/_shared/mail/message.ts'
import { smtpSender } from '../../../supabase/functions/_shared/mail/smtp.ts'

export type MailConfig = {
  /** `smtp://` or `smtps://`; without it mails become files. */
  readonly smtpUrl: string | null
  readonly from: string
  /** Where messages to the shop go. */
  readonly to: string
  /** Folder for `.eml` files. */
  readonly outboxDir: string
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
  const compose = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return async (mail) => {
    const { message } = await compose.sendMail(toMessage(mail, from))
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}`
    const unfinished = join(folder, `.${name}.part`)
    const file = await open(unfinished, 'wx', 0o600)
    try {
      await file.writeFile(message as Buffer)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, join(folder, `${name}.eml`))
  }
}
