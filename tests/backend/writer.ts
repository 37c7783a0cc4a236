/** A child process that writes to a backend until it is killed, and prints which writes were acknowledged. */
import { CONSENT, startEmbedded } from './support.ts'

const { backend } = await startEmbedded({ dataDir: process.argv[2] ?? '' })
for (let at = 0; ; at++) {
  const email = `writer-${at}@example.com`
  if (at % 2 === 0) await backend.joinWaitlist({ name: 'Ada', email }, CONSENT)
  else await backend.signUp({ fullName: 'Ada', email, source: 'Footer' }, CONSENT)
  process.stdout.write(`${at % 2 === 0 ? 'waitlist' : 'email_subscribers'} ${email}\n`)
}
