import type { Log } from '#app/services/log/log.server.ts'

/** A log that nobody reads. */
export const silentLog: Log = { info() {}, warn() {}, error() {}, debug() {} }
