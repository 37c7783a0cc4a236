import { createServer } from 'node:net'

/** The port on which a server can listen, or null where somebody else does. */
function tryPort(port) {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', (error) => (error.code === 'EADDRINUSE' ? resolve(null) : reject(error)))
    server.listen(port, () => {
      const { port: own } = server.address()
      server.close(() => resolve(own))
    })
  })
}

/** A port on which nobody listens: for servers that are processes of their own and must be told theirs. */
export async function freePort(wanted = 0) {
  return (await tryPort(wanted)) ?? (await tryPort(0))
}
