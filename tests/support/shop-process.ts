import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, vi } from 'vitest'
import { newDataDir, settings } from './first-start.ts'
import { ownPort } from './own-port.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Starts `server.ts` in a process of its own.
 * @param log where it writes its output, if not to `output()`
 */
export async function spawnShop(env: Record<string, string> = {}, log: number | 'pipe' = 'pipe') {
  const port = Number(env.PORT ?? (await ownPort()))
  const dataDir = await newDataDir()
  const server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'server.ts'], {
    cwd: root,
    env: {
      ...process.env,
      ...settings(dataDir),
      PORT: String(port),
      LOG_LEVEL: 'error',
      ...env,
    },
    stdio: ['ignore', log, 'pipe'],
  })
  let output = ''
  let errors = ''
  server.stdout?.on('data', (chunk) => (output += chunk))
  server.stderr?.on('data', (chunk) => (errors += chunk))
  return {
    server,
    port,
    origin: `http://localhost:${port}`,
    dataDir,
    /** What it has written, to its output and its errors. */
    output: () => output,
    errors: () => errors,
    /** Ends it at once, and removes its data. */
    kill() {
      server.kill('SIGKILL')
      // It may still write while it dies.
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

export type ShopProcess = Awaited<ReturnType<typeof spawnShop>>

/** The same, ready to sell. */
export async function startShop(...options: Parameters<typeof spawnShop>): Promise<ShopProcess> {
  const shop = await spawnShop(...options)
  const isReady = async () => expect((await fetch(`${shop.origin}/readyz`)).status, shop.errors()).toBe(200)
  await vi.waitFor(isReady, { timeout: 100_000 }).catch((error) => {
    shop.kill()
    throw error
  })
  return shop
}

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
