// Installs Debian packages, where there is apt-get and the right to use it.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { environment, root } from './ensure.mjs'

export const isInstalled = (program) =>
  ['/usr/bin', '/usr/sbin'].some((folder) => existsSync(`${folder}/${program}`))

/** Runs a program. Resolves to whether it succeeded. */
export function run(program, ...args) {
  return new Promise((resolve) => {
    const env = environment({ DEBIAN_FRONTEND: 'noninteractive' })
    const child = spawn(program, args, { cwd: root, stdio: 'ignore', env })
    child.on('error', () => resolve(false))
    child.on('exit', (code) => resolve(code === 0))
  })
}

function apt(...args) {
  const [head, ...rest] = [...(process.getuid?.() === 0 ? [] : ['sudo', '-n']), 'timeout', '300', 'apt-get']
  return run(head, ...rest, ...args, '-qq')
}

let updated = null

/** Resolves to whether the package has been installed. */
export async function installPackage(name) {
  updated ??= apt('update')
  await updated
  return apt('install', '-y', '--no-install-recommends', name)
}
