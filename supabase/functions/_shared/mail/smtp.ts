import { createTransport } from 'nodemailer'
import { MAX_CONCURRENT_MAILS, type Mail } from './mail.ts'
import { toMessage } from './message.ts'

/**
 * A function that sends mails over SMTP, with a timeout of 20 s.
 * @param url `smtp://user:password@host:587` or `smtps://…:465`
 * @param from the sender, such as `Wizard Box <hello@wizardbox.example>`
 */
export function smtpSender(url: string, from: string): (mail: Mail) => Promise<void> {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: MAX_CONCURRENT_MAILS,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async (mail) => {
    await transport.sendMail(toMessage(mail, from))
  }
}
