import { stripVTControlCharacters } from 'node:util'
import { defineConfig } from 'vitest/config'
import { toolArguments } from './scripts/install.mjs'

/** React as visitors get it: its development build takes twice the time. */
const env = { NODE_ENV: 'production' }
/** Renders pages with it. */
const DEVELOPMENT = 'tests/routes/development.test.ts'

export default defineConfig({
  test: {
    // One more than cores: tests of outages and deadlines wait most of their time. Each loads the shop and its tools anew.
    maxWorkers: 3,
    // Waits for states, on busy machines too.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // The stand-in for Supabase reports refused rows with a stack trace, which tests provoke.
    onConsoleLog: (text) => !stripVTControlCharacters(text).includes('node_modules/@supabase/lite/'),
    projects: [
      {
        extends: true,
        test: {
          // Against a running shop, of which they know what its visitors know.
          name: 'journeys',
          include: ['tests/journeys/**/*.test.ts'],
          globalSetup: ['tests/support/ensure-built.ts', 'tests/journeys/setup.ts'],
          // The files of a worker share its browser, too.
          isolate: false,
          pool: 'forks',
        },
      },
      {
        extends: true,
        test: {
          name: 'unit',
          // Models are stateless, so test files can share a module registry.
          pool: 'threads',
          // The test files of a worker share their modules: each creates its own shop, and nothing else has state.
          isolate: false,
          include: ['app/**/*.test.ts', 'scripts/**/*.test.mjs', 'supabase/**/*.test.ts'],
          exclude: ['app/**/*.dom.test.ts', 'app/services/{storefront,backend,mail}/**'],
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          include: ['app/**/*.dom.test.{ts,tsx}'],
          environment: 'happy-dom',
        },
      },
      {
        extends: true,
        test: {
          name: 'servers',
          include: [
            'embedded/**/*.test.ts',
            'app/services/{storefront,backend,mail}/**/*.test.ts',
            'tests/backend/**/*.test.ts',
            DEVELOPMENT,
          ],
          globalSetup: ['tests/support/ensure-built.ts'],
          isolate: false,
          pool: 'forks',
        },
      },
      {
        extends: true,
        test: {
          // By real requests; `hosted` against stand-ins for the hosted services.
          name: 'routes',
          env,
          isolate: false,
          include: ['tests/{routes,hosted,hardening}/**/*.test.ts'],
          exclude: [DEVELOPMENT],
          globalSetup: ['tests/support/ensure-built.ts'],
          pool: 'forks',
          // Rendering and parsing pages produces much short-lived garbage.
          execArgv: toolArguments,
          // Node itself imports the build: Vitest would read it again for every shop.
          server: { deps: { external: [/\/build\/server\//] } },
        },
      },
      {
        extends: true,
        test: {
          // In browsers other than Chromium.
          name: 'engines',
          include: ['tests/engines/**/*.test.ts'],
          globalSetup: ['tests/support/ensure-built.ts'],
          pool: 'forks',
        },
      },
    ],
  },
})
