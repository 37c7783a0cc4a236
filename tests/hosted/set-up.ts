import { fileURLToPath } from 'node:url'
import { runSetup, type SetupCommand } from '#app/services/store-setup/command.server.ts'
import { type SetupOptions, setUpStore } from '#app/services/store-setup/setup.server.ts'
import type { Shopify } from '../support/shopify.ts'

const PUBLIC = fileURLToPath(new URL('../../public', import.meta.url))

/** Sets a shop of Shopify's up for a shop at `origin`. @param changes how it is asked for */
export function setUp(
  { adminUrl, tokens, fetch }: Shopify,
  origin: string | null,
  changes: Partial<SetupOptions> = {},
) {
  return setUpStore({
    admin: { url: adminUrl(), token: tokens.adminToken, fetch },
    origin,
    adopted: [],
    publicDir: PUBLIC,
    fetch,
    output: { print: () => undefined, progress: () => undefined, confirm: async () => true },
    ...changes,
  })
}

/** `npm run setup` in an environment. @returns its exit status and what it printed */
export async function runSetUp(
  args: readonly string[],
  environment: Record<string, string>,
  confirm: SetupCommand['output']['confirm'] = null,
) {
  const lines: string[] = []
  const status = await runSetup({
    args,
    publicDir: PUBLIC,
    output: { print: (line) => lines.push(line), progress: () => undefined, confirm },
    environment,
  })
  return { status, printed: lines.join('\n') }
}
