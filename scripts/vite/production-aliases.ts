/**
 * Replaces packages in the build: Preact for React, and React Router's production files, which leave out its
 * development checks. Development and component tests run on React. Decision:
 * docs/decisions/009-preact-in-the-build.md
 */
import { fileURLToPath } from 'node:url'
import type { Alias } from 'vite'

const fromRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

export const productionAliases: Alias[] = [
  { find: /^react-dom\/client$/, replacement: fromRoot('app/runtime/react-dom-client.ts') },
  { find: /^react-dom\/server$/, replacement: fromRoot('app/runtime/react-dom-server.ts') },
  { find: /^react(-dom)?$/, replacement: 'preact/compat' },
  { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
  {
    find: /^react-router$/,
    replacement: fromRoot('node_modules/react-router/dist/production/index.mjs'),
  },
]
