import type { KnipConfig } from 'knip'

/**
 * What nothing uses. With `--production` the tests do not count, and what only they run is found too; but what a file
 * uses itself may be exported for its test, and a type that only tests name costs nothing.
 */
export default function config({ production }: { readonly production?: boolean }): KnipConfig {
  return {
    ignoreExportsUsedInFile: production === true,
    exclude: production ? ['types'] : [],
    entry: [
      'server.ts!',
      'app/shop.server.ts!',
      'app/entry.{client,server}.tsx!',
      'app/routes/**/*.{ts,tsx}!',
      'scripts/*.mjs!',
      // The page that the bench measures the shop against is a small app of its own.
      'scripts/bench/bare/server.mjs!',
      'scripts/bench/bare/app/**/*.{jsx,js}!',
      // Replace packages in the build: scripts/vite/production-aliases.ts names them.
      'app/runtime/react-dom-{client,server}.ts!',
      'supabase/functions/*/index.ts!',
      'tests/**/*.{test,spec}.{ts,tsx}',
    ],
    project: [
      'app/**/*.{ts,tsx}!',
      '!app/**/*.fixture.ts!',
      'scripts/**/*.{mjs,jsx}!',
      'scripts/vite/*.ts',
      'supabase/functions/**/*.ts!',
      'tests/**/*.ts',
      '*.ts!',
    ],
    ignoreDependencies: [
      // The compiler of the types stage, which scripts/test.mjs starts by its path.
      'ts7',
      // app/styles/app.css imports it; knip reads no stylesheets.
      'tailwindcss',
    ],
  }
}
