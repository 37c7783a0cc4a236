import { createServer } from 'node:net'

/** Tries to listen on a port (0: any). @returns the port, or null when it is in use */
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

/** Finds a free port, for servers in other processes. @param wanted used if it is free */
export async function freePort(wanted = 0) {
  return (await tryPort(wanted)) ?? (await tryPort(0))
}
