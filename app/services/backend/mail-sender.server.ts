import type { Log } from '../log/log.server.ts'
import type { Backend } from './backend.server.ts'

const MAIL_INTERVAL_MS = 60_000

/** Sends, once a minute, the mails that failed or that a killed process left in the outbox. Rounds do not overlap. */
export function startMailSender(backend: Backend, log: Log) {
  const stopped = new AbortController()
  let round: Promise<unknown> | null = null
  const sendMails = async () => {
    try {
      await backend.sendWaitingMails(stopped.signal)
    } catch (error) {
      log.warn({ err: error }, 'waiting mails not sent')
    }
    round = null
  }
  const timer = setInterval(() => {
    round ??= sendMails()
  }, MAIL_INTERVAL_MS).unref()
  return {
    /** Resolves when the mail that is being sent is sent, and marked as sent. */
    async stop(): Promise<void> {
      clearInterval(timer)
      stopped.abort()
      await round
    },
  }
}
