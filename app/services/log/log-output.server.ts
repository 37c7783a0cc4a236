import { writeSync } from 'node:fs'

/** Maximum length of the buffered lines, in characters; lines beyond it are dropped and counted. */
const MAX_BUFFERED = 1_000_000
/** Pause before another attempt to write. With 64 kB per attempt, the size of a pipe, it bounds the throughput. */
const RETRY_MS = 10
/** How long an exiting process tries to write the rest. */
const EXIT_FLUSH_MS = 500

/**
 * The destination of the log. It never blocks nor ends the process, whether a pipe is not read, the disk is full or
 * the reader is gone: lines are buffered, up to a limit, until they can be written.
 * Replaces pino's own output (sonic-boom), which throws uncaught errors or blocks the process in these cases.
 * @param fd file descriptor; defaults to standard output
 */
export function createLogOutput(fd: number = process.stdout.fd) {
  let buffered = ''
  /** The part of the buffer that is being written, and is not written yet. */
  let pending = Buffer.alloc(0)
  let lost = 0
  let isScheduled = false
  /** The reader has closed the pipe, so that nothing can be written any more. */
  let isClosed = false

  /** @returns false where some of the buffer could not be written yet */
  function flush(): boolean {
    try {
      for (;;) {
        if (pending.length === 0) {
          pending = Buffer.from(buffered)
          buffered = ''
        }
        if (pending.length === 0) return true
        pending = pending.subarray(writeSync(fd, pending))
      }
    } catch (error) {
      isClosed = error instanceof Error && 'code' in error && error.code === 'EPIPE'
      return isClosed
    }
  }

  function flushOrRetry(): void {
    isScheduled = false
    if (!flush()) scheduleRetry()
    else if (lost > 0) writeLost()
  }

  function writeLost(): void {
    const line = { level: 40, time: new Date().toISOString(), lost, msg: 'lines of the log are lost' }
    lost = 0
    write(`${JSON.stringify(line)}\n`)
  }

  function scheduleRetry(): void {
    isScheduled = true
    setTimeout(flushOrRetry, RETRY_MS).unref()
  }

  function write(line: string): void {
    if (isClosed) return
    if (buffered.length + line.length > MAX_BUFFERED) return void lost++
    buffered += line
    if (isScheduled) return
    isScheduled = true
    // One write for all lines of the current tick.
    setImmediate(flushOrRetry)
  }

  process.once('exit', () => {
    const pause = new Int32Array(new SharedArrayBuffer(4))
    const until = performance.now() + EXIT_FLUSH_MS
    while (!isClosed && !flush() && performance.now() < until) Atomics.wait(pause, 0, 0, RETRY_MS)
  })
  return { write }
}
