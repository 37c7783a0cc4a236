import type { KnipConfig } from 'knip'

/**
 * Finds unused files, exports and dependencies. With `--production` tests do not count as users, so code that only
 * they use is found too; but a file may export what it uses itself for its test, and types are not checked.
 */
export default function config({ production }: { readonly production?: boolean }): KnipConfig {
  return {
    ignoreExportsUsedInFile: production === true,
    exclude: production ? ['types'] : [],
    entry: [
      'server.ts!',
      'app/shop.server.ts!',
      'app/entry.{client,server}.tsx!',
      // Loaded by app/app.css.
      'app/choice-variants.ts!',
      'app/routes/**/*.{ts,tsx}!',
      'scripts/*.mjs!',
      'scripts/bench/bench.mjs!',
      'supabase/functions/*/index.ts!',
      'tests/**/*.{test,spec}.{ts,tsx}',
    ],
    project: [
      'app/**/*.{ts,tsx}!',
      'embedded/**/*.ts!',
      '!app/**/*.fixture.ts!',
      'scripts/**/*.mjs!',
      'supabase/functions/**/*.ts!',
      'tests/**/*.ts',
      '*.ts!',
    ],
    ignoreDependencies: [
      // React Router's own tools load it for its version of the framework on Node.
      '@react-router/node',
      // The native TypeScript compiler, which scripts/test.mjs starts by its path.
      'ts7',
      // Imported by app/app.css; knip does not read stylesheets.
      'tailwindcss',
    ],
  }
}
