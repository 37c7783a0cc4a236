import { writeSync } from 'node:fs'

/** Letters that wait at most for somebody to read them, or for room: lines beyond that are counted and lost. */
const MOST_WAITING = 1_000_000
/** A pipe takes 64 kB at a time, so this bounds how many lines a second a slow reader gets. */
const TRY_AGAIN_MS = 10
/** How long a process that ends waits for somebody who reads slowly. */
const LAST_WORDS_MS = 500

/**
 * Where the lines of the log go. Whatever becomes of it holds nobody up and ends nothing: a pipe that nobody reads on, a
 * file on a full disk, a reader who has left. Lines wait until it takes them again, so many as there is room for.
 * @param fd defaults to standard output
 */
export function createLogOutput(fd: number = process.stdout.fd) {
  let waiting = ''
  let rest = Buffer.alloc(0)
  let lost = 0
  let isComing = false
  let isDeaf = false

  function take(): void {
    rest = Buffer.from(waiting)
    waiting = ''
  }

  /** @returns whether all that waited is written; what is left may be tried again */
  function flush(): boolean {
    try {
      for (;;) {
        if (rest.length === 0) take()
        if (rest.length === 0) return true
        rest = rest.subarray(writeSync(fd, rest))
      }
    } catch (error) {
      isDeaf = error instanceof Error && 'code' in error && error.code === 'EPIPE'
      return isDeaf
    }
  }

  function tryNow(): void {
    isComing = false
    if (!flush()) later()
    else if (lost > 0) tellLost()
  }

  function tellLost(): void {
    const line = { level: 40, time: new Date().toISOString(), lost, msg: 'lines of the log are lost' }
    lost = 0
    write(`${JSON.stringify(line)}\n`)
  }

  function later(): void {
    isComing = true
    setTimeout(tryNow, TRY_AGAIN_MS).unref()
  }

  function write(line: string): void {
    if (isDeaf) return
    if (waiting.length + line.length > MOST_WAITING) return void lost++
    waiting += line
    if (isComing) return
    isComing = true
    // One write for all the lines of a moment.
    setImmediate(tryNow)
  }

  process.once('exit', () => {
    const pause = new Int32Array(new SharedArrayBuffer(4))
    const until = performance.now() + LAST_WORDS_MS
    while (!isDeaf && !flush() && performance.now() < until) Atomics.wait(pause, 0, 0, TRY_AGAIN_MS)
  })
  return { write }
}
