import { type AddressInfo, createServer } from 'node:net'

/** A port on which nobody listens: for servers that are processes of their own and must be told theirs. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
