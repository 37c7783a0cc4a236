import { connect, type Socket } from 'node:net'

/** The head of a request, without a connection to keep. */
export function head(line: string, ...headers: string[]): string {
  return [`${line} HTTP/1.1`, 'Host: localhost', 'Connection: close', ...headers, '', ''].join('\r\n')
}

type Heard = { readonly response: string; readonly seconds: number }

/** Opens connections to a shop's own port, for what no HTTP client would send. */
export function rawRequests(shop: { readonly port: number }) {
  const opened: Socket[] = []
  const open = () => {
    const socket = connect(shop.port, 'localhost').on('error', () => undefined)
    opened.push(socket)
    return socket
  }
  return {
    open,
    /** Sends `text`, then `drop` every half second where there is one, until the server closes the connection. */
    send(text: string, drop?: string): Promise<Heard> {
      return new Promise((resolve) => {
        const startedAt = performance.now()
        let response = ''
        const socket = open().on('data', (chunk) => (response += chunk))
        socket.write(text)
        const timer = drop ? setInterval(() => socket.write(drop), 500) : undefined
        socket.on('close', () => {
          clearInterval(timer)
          resolve({ response, seconds: (performance.now() - startedAt) / 1000 })
        })
      })
    },
    /** Sends `text` and nothing more. @returns what was answered so far */
    hold(...texts: (string | Buffer)[]): () => string {
      let answer = ''
      const socket = open().on('data', (chunk) => (answer += chunk.toString('latin1')))
      for (const text of texts) socket.write(text)
      return () => answer
    },
    close() {
      for (const socket of opened.splice(0)) socket.destroy()
    },
  }
}
