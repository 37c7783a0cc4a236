// One visitor on one connection, asking again as soon as the answer is there. It reads no more of an answer than its
// length: a client that takes answers apart needs longer than a server that has them ready.
import { connect } from 'node:net'

/**
 * @returns requests a second, the 99th percentile in ms, how many were answered, and how many of them not with 200
 */
export function askInTurn(url, headers, seconds) {
  const { hostname, port, host, pathname, search } = new URL(url)
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const request = Buffer.from(`GET ${pathname}${search} HTTP/1.1\r\n${lines.join('')}\r\n`)
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    const times = []
    let errors = 0
    /** Tells with each piece whether it was the last; null until the head of the answer is there. */
    let isWhole = null
    let head = ''
    let asked = 0
    const began = performance.now()
    const ask = () => {
      asked = performance.now()
      isWhole = null
      socket.write(request)
    }
    socket.on('connect', ask)
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      let body = chunk
      if (isWhole === null) {
        head += chunk.latin1Slice()
        const end = head.indexOf('\r\n\r\n')
        if (end < 0) return
        if (!head.startsWith('HTTP/1.1 200')) errors += 1
        isWhole = endOf(head.slice(0, end + 2))
        body = Buffer.from(head.slice(end + 4), 'latin1')
        head = ''
      }
      if (!isWhole(body)) return
      const now = performance.now()
      times.push(now - asked)
      if (now - began < seconds * 1000) return ask()
      socket.destroy()
      times.sort((a, b) => a - b)
      resolve({
        rps: (times.length * 1000) / (now - began),
        p99: times[Math.floor(times.length * 0.99)],
        total: times.length,
        errors,
      })
    })
  })
}

/** Where an answer ends: after its length, or after its last piece. */
function endOf(head) {
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) return (body) => body.subarray(-5).latin1Slice() === '0\r\n\r\n'
  let missing = Number(length)
  return (body) => {
    missing -= body.length
    return missing <= 0
  }
}
