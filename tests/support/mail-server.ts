import { createServer, type Socket } from 'node:net'
import { ownPort } from './own-port.ts'

type ReceivedMail = { readonly to: string; readonly id: string; readonly text: string }

/**
 * A small mail server that can refuse addresses.
 * @param account who must sign in, as `user:password`; nobody without it
 */
export async function startMailServer(account: string | null = null) {
  const received: ReceivedMail[] = []
  const refused = new Map<string, string>()
  const sockets = new Set<Socket>()
  const port = await ownPort()

  function talk(socket: Socket): void {
    let buffer = ''
    let to = ''
    let isData = false
    sockets.add(socket)
    const say = (line: string) => socket.write(`${line}\r\n`)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    socket.on('data', (chunk) => {
      buffer += chunk.toString('latin1')
      for (;;) {
        const end = isData ? '\r\n.\r\n' : '\r\n'
        const at = buffer.indexOf(end)
        if (at < 0) return
        const part = buffer.slice(0, at)
        buffer = buffer.slice(at + end.length)
        if (isData) {
          isData = false
          const id = /^Message-ID: (.*)$/im.exec(part)?.[1] ?? ''
          received.push({ to, id, text: part.replace(/=\r\n/g, '') })
          say('250 2.0.0 accepted')
        } else if (part.startsWith('RCPT')) {
          to = /<(.*)>/.exec(part)?.[1] ?? ''
          say(refused.get(to) ?? '250 ok')
        } else if (part === 'DATA') {
          isData = true
          say('354 go on')
        } else if (part.startsWith('EHLO') && account !== null) {
          say('250-mail')
          say('250 AUTH PLAIN')
        } else if (part.startsWith('AUTH PLAIN ')) {
          const given = Buffer.from(part.slice('AUTH PLAIN '.length), 'base64').toString('utf8')
          const isRight = given === `\0${account?.replace(':', '\0')}`
          say(isRight ? '235 2.7.0 welcome' : '535 5.7.8 wrong user or password')
        } else say(part === 'QUIT' ? '221 bye' : '250 ok')
      }
    })
    say('220 mail')
  }

  const server = createServer(talk)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    url: `smtp://${account === null ? '' : `${account}@`}127.0.0.1:${port}`,
    /** Accepted mails. */
    received,
    /** What it answers to addresses that it refuses. */
    refused,
    async stop(): Promise<void> {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
