import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { becomeNode, ensureBuilt, ensureInstalled, root } from './ensure.mjs'

const INSIDE = '--inside'

/**
 * Runs `main` with the built shop's own module, on the project's Node and with the variables of `.env`: installs and builds
 * what is missing, where the sources are, and starts the running script again. Its arguments are passed on.
 * @param {(shop: typeof import('#app/shop.server.ts'), args: string[]) => Promise<number>} main returns the exit status
 */
export async function withBuild(main) {
  const given = process.argv.slice(2)
  if (given.includes(INSIDE)) {
    const shop = await import(join(root, 'build/server/index.js'))
    process.exit(
      await main(
        shop,
        given.filter((argument) => argument !== INSIDE),
      ),
    )
  }
  if (existsSync(join(root, 'app/root.tsx'))) {
    ensureInstalled()
    ensureBuilt()
  }
  const own = ['--disable-warning=ExperimentalWarning', process.argv[1], ...given, INSIDE]
  becomeNode(own, { NODE_ENV: process.env.NODE_ENV ?? 'production' })
}
