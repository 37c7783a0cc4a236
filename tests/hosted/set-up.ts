import { fileURLToPath } from 'node:url'
import { runSetup, type SetupCommand } from '#app/services/store-setup/setup.server.ts'

const publicDir = fileURLToPath(new URL('../../public', import.meta.url))

/** `npm run setup` in an environment. @returns its exit status and what it printed */
export async function runSetUp(
  args: readonly string[],
  environment: Record<string, string>,
  confirm: SetupCommand['output']['confirm'] = null,
) {
  const lines: string[] = []
  const output = { print: (line: string) => lines.push(line), progress: () => undefined, confirm }
  const status = await runSetup({ args, publicDir, output, environment })
  return { status, printed: lines.join('\n') }
}
