import { runSetup, type SetupCommand } from '#app/services/store-setup/setup.server.ts'

/** `npm run setup` in an environment. @returns its exit status and what it printed */
export async function runSetUp(
  args: readonly string[],
  environment: Record<string, string>,
  confirm: SetupCommand['confirm'] = null,
) {
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const status = await runSetup({ args, environment, print, confirm })
  return { status, printed: lines.join('\n') }
}
