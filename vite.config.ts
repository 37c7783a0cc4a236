import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'
import { allowExtraExports } from './scripts/vite/allow-extra-exports.ts'
import { appModules } from './scripts/vite/app-modules.ts'
import { appendStylesheetsToBody } from './scripts/vite/append-stylesheets-to-body.ts'
import { chunkGroups } from './scripts/vite/chunk-groups.ts'
import { eagerCompile } from './scripts/vite/eager-compile.ts'
import { inlineScripts } from './scripts/vite/inline-scripts.ts'
import { lazyRouteData } from './scripts/vite/lazy-route-data.ts'
import { productionAliases } from './scripts/vite/production-aliases.ts'
import { splitReactRouter } from './scripts/vite/split-react-router.ts'
import { treeShakeReactRouter } from './scripts/vite/tree-shake-react-router.ts'
import { volumeChunk } from './scripts/vite/volume-chunk.ts'

/** Packages of which the server uses a few of many modules: resolving them all took a third of a start. */
const SMALL_WHEN_BUNDLED = [/^graphql(-request)?(\/|$)/, /^zod(\/|$)/, /^@oslojs\//, 'lru-cache']

/**
 * Rolldown's warnings that are off: React Router tests for `useOptimistic`, which Preact does not export; and how
 * long each plugin takes is of no interest to those who build the shop.
 */
const checks = { importIsUndefined: false, pluginTimings: false }

export default defineConfig(({ command }) => ({
  plugins: [
    inlineScripts,
    appendStylesheetsToBody,
    treeShakeReactRouter,
    splitReactRouter({ importer: appModules('runtime/router') }),
    eagerCompile,
    lazyRouteData,
    volumeChunk,
    tailwindcss(),
    reactRouter(),
    allowExtraExports,
  ],
  build: { target: 'es2022', assetsInlineLimit: 0 },
  resolve: { alias: command === 'build' ? productionAliases : [] },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          checks,
          // Models have no side effects, so the client bundle drops those that only server code uses.
          treeshake: { moduleSideEffects: [{ test: appModules('models/.*'), sideEffects: false }] },
          output: { codeSplitting: { groups: chunkGroups } },
        },
      },
    },
    ssr: {
      // The server is one bundle that exports createShop, so that routes and services share module instances.
      build: { rollupOptions: { checks, input: './app/shop.server.ts' } },
      resolve: {
        // Everything that renders is bundled, so that the aliases apply to it.
        noExternal:
          command === 'build'
            ? [/react-router/, /^@conform-to/, /^remix-utils/, /preact/, /embla/, ...SMALL_WHEN_BUNDLED]
            : [],
      },
    },
  },
  // Listed up front: a dependency that Vite discovers on the first visit makes it reload the page.
  optimizeDeps: {
    entries: ['app/**/*.{ts,tsx}', '!app/embedded/**', '!app/**/*.test.*', '!app/**/*.server.ts'],
    include: ['@conform-to/react', 'zod', 'zod/mini'],
  },
}))
