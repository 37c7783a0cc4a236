import { createTransport } from 'nodemailer'
import { MAX_CONCURRENT_MAILS, type SendMail } from './mail.ts'
import { toMessage } from './message.ts'

/**
 * A connection to a mail server, which is given up when it does not respond for 20 s.
 * @param url `smtp://user:password@host:587` or `smtps://…:465`
 */
export function smtpTransport(url: string) {
  return createTransport({
    url,
    pool: true,
    maxConnections: MAX_CONCURRENT_MAILS,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** A function that sends mails over SMTP. @param from the sender, such as `Wizard Box <hello@wizardbox.example>` */
export function smtpSender(url: string, from: string): SendMail {
  const transport = smtpTransport(url)
  return async (mail, signal) => {
    await transport.sendMail({ ...toMessage(mail, from), signal })
  }
}
