/**
 * Lets entry chunks of the client build export more than their source module does.
 *
 * Package: sets a Rolldown option after `@react-router/dev` has set its own.
 * Why: the chunk groups (`chunk-groups.ts`) put modules that several chunks import into `entry.client`. With strict
 * entry signatures Rolldown would move these into further files, so that the other chunks can import them.
 * Remove when: `@react-router/dev` no longer sets `preserveEntrySignatures`; then set it in `vite.config.ts`.
 */
import type { Plugin } from 'vite'

export const allowExtraExports: Plugin = {
  name: 'wizard-box-allow-extra-exports',
  configEnvironment: {
    order: 'post',
    handler: (name) =>
      name === 'client'
        ? { build: { rolldownOptions: { preserveEntrySignatures: 'allow-extension' } } }
        : null,
  },
}
