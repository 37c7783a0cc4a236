import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { SendMail } from '#supabase/functions/_shared/mail/message.ts'
import { smtpSender, toMessage } from '#supabase/functions/_shared/mail/message.ts'

export type MailConfig = {
  /** `smtp://` or `smtps://` URL; null writes mails to files. */
  readonly smtpUrl: string | null
  readonly from: string
  /** Recipient of messages to the shop. */
  readonly to: string
  /** Folder for `.eml` files. */
  readonly outboxDir: string
}

/** Sends the shop's mails: over SMTP when configured, else each to an `.eml` file. */
export function mailSender({ smtpUrl, outboxDir, from }: MailConfig): SendMail {
  return smtpUrl === null ? fileSender(outboxDir, from) : smtpSender(smtpUrl, from)
}

/** Writes to a temporary file and renames it, so that neither a reader nor a crash can leave a partial mail. */
function fileSender(folder: string, from: string): SendMail {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return async (mail) => {
    const { message } = await transport.sendMail(toMessage(mail, from))
    await mkdir(folder, { recursive: true })
    const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}`
    const temporary = join(folder, `.${name}.part`)
    try {
      await writeFile(temporary, message as Buffer, { flag: 'wx', flush: true })
      await rename(temporary, join(folder, `${name}.eml`))
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
  }
}
