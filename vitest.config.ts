import { defineConfig } from 'vitest/config'
import { toolArguments } from './scripts/ensure.mjs'

export default defineConfig({
  test: {
    maxWorkers: 2,
    // Deadlines are real ones; a machine that is busy with something else may miss one.
    retry: process.env.CI ? 2 : 0,
    projects: [
      {
        test: {
          name: 'unit',
          // Pure rules share one module registry: nothing in them keeps state.
          pool: 'threads',
          // The files of one worker share what they import: every test shop is made anew, and nothing else is kept.
          isolate: false,
          include: ['app/**/*.test.ts', 'scripts/**/*.test.mjs'],
          exclude: ['app/**/*.dom.test.ts', 'app/embedded/**', 'app/services/{storefront,backend,mail}/**'],
        },
      },
      { test: { name: 'dom', include: ['app/**/*.dom.test.{ts,tsx}'], environment: 'happy-dom' } },
      {
        test: {
          name: 'servers',
          include: [
            'app/embedded/**/*.test.ts',
            'app/services/{storefront,backend,mail}/**/*.test.ts',
            'tests/backend/**/*.test.ts',
          ],
          isolate: false,
          pool: 'forks',
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'routes',
          isolate: false,
          include: ['tests/routes/**/*.test.ts'],
          globalSetup: ['tests/support/ensure-built.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
          pool: 'forks',
          // Pages are made and parsed here all the time, and forgotten.
          execArgv: toolArguments,
        },
      },
      {
        test: {
          name: 'hardening',
          isolate: false,
          include: ['tests/hardening/**/*.test.ts'],
          globalSetup: ['tests/support/ensure-built.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          // Most of a fault is waiting for deadlines.
          maxConcurrency: 60,
          pool: 'forks',
        },
      },
    ],
  },
})
