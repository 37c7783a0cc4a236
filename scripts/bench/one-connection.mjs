// An HTTP client with one connection that sends a request as soon as the previous response is complete. It parses
// no more than the length of a response: a full parser would take longer than a server with cached responses.
import { connect } from 'node:net'

/** @returns `rps`: requests per second; `total`: the number of responses. Rejects when one has another status than 200 */
export function requestSequentially(url, headers, seconds) {
  const { hostname, port, host, pathname, search } = new URL(url)
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const request = Buffer.from(`GET ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`)
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    let total = 0
    /** Gets each chunk of the body and returns whether it was the last; null until the headers have arrived. */
    let isComplete = null
    let head = ''
    const startedAt = performance.now()
    const sendRequest = () => {
      isComplete = null
      socket.write(request)
    }
    socket.on('connect', sendRequest)
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      let body = chunk
      if (isComplete === null) {
        head += chunk.latin1Slice()
        const end = head.indexOf('\r\n\r\n')
        if (end < 0) return
        if (!head.startsWith('HTTP/1.1 200'))
          return socket.destroy(new Error(`${url} answered ${head.slice(9, 12)}`))
        isComplete = endDetectorOf(head.slice(0, end + 2))
        body = Buffer.from(head.slice(end + 4), 'latin1')
        head = ''
      }
      if (!isComplete(body)) return
      total += 1
      const elapsedMs = performance.now() - startedAt
      if (elapsedMs < seconds * 1000) return sendRequest()
      socket.destroy()
      resolve({ rps: (total * 1000) / elapsedMs, total })
    })
  })
}

/** Detects the end of a body, by `Content-Length` or by the last chunk. */
function endDetectorOf(head) {
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) return (body) => body.subarray(-5).latin1Slice() === '0\r\n\r\n'
  let remaining = Number(length)
  return (body) => {
    remaining -= body.length
    return remaining <= 0
  }
}
