import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The programs of the newest PostgreSQL that Debian's packages have installed; null without any. */
export const postgresPrograms = findPrograms()

function findPrograms(): string | null {
  const root = '/usr/lib/postgresql'
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : []
  return (
    versions.map((version) => join(root, version, 'bin')).find((bin) => existsSync(join(bin, 'pgbench'))) ??
    null
  )
}

/** Starts a PostgreSQL of its own, on a socket in a temporary folder. */
export function startPostgres() {
  const folder = mkdtempSync(join(tmpdir(), 'wizard-box-postgres-'))

  /** PostgreSQL refuses to run as root. */
  function run(program: string, args: readonly string[], input?: string): string {
    const path = join(postgresPrograms ?? '', program)
    const isRoot = process.getuid?.() === 0
    const [command, all] = isRoot ? ['runuser', ['-u', 'postgres', '--', path, ...args]] : [path, [...args]]
    return execFileSync(command, all, {
      input,
      encoding: 'utf8',
      cwd: folder,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
  }

  chmodSync(folder, 0o777)
  run('initdb', ['-D', join(folder, 'data'), '-U', 'postgres', '-A', 'trust', '--no-sync'])
  const options = `-k ${folder} -c listen_addresses='' -c max_connections=80 -c fsync=off`
  run('pg_ctl', ['-D', join(folder, 'data'), '-w', '-l', join(folder, 'log'), '-o', options, 'start'])
  return {
    folder,
    run,
    /** Runs statements. @returns the rows, one a line. @throws what psql says */
    sql(text: string): string {
      return run('psql', ['-h', folder, '-U', 'postgres', '-qtAX', '-v', 'ON_ERROR_STOP=1'], text).trim()
    },
    stop(): void {
      run('pg_ctl', ['-D', join(folder, 'data'), '-m', 'immediate', 'stop'])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
