import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { ownPort } from './own-port.ts'

const REDIS = '/usr/bin/redis-server'
export const hasRedis = existsSync(REDIS)

/** Starts a Redis that keeps nothing, and waits until it accepts connections. */
export async function startRedis(...more: readonly string[]) {
  const port = await ownPort()
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const server = spawn(REDIS, [...settings, ...more], { stdio: ['ignore', 'pipe', 'ignore'] })
  for await (const chunk of server.stdout)
    if (String(chunk).includes('Ready to accept')) return { server, port }
  throw new Error('Redis ended at its start')
}
