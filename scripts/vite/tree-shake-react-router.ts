/**
 * Lets the bundler drop the parts of React Router that the shop does not use.
 *
 * Package: `react-router/dist/production`. Removes the top-level `X.displayName = "X"` assignments and marks the
 * calls of `forwardRef`, `createContext` and `memo` as pure.
 * Why: the published files have neither, so the bundler has to assume side effects and keeps every such component.
 * Remove when: React Router publishes its production files with pure annotations.
 */
import type { Plugin } from 'vite'

const DISPLAY_NAME = /^\w+\.displayName = "\w*";$/gm
const PURE_CALL = /(?<== )(?=\w+\.(?:forwardRef|createContext|memo)\()/g

export const treeShakeReactRouter: Plugin = {
  name: 'wizard-box-tree-shake-react-router',
  apply: 'build',
  transform: {
    filter: { id: /react-router[\\/]dist[\\/]production[\\/]/ },
    handler: (code) => code.replace(DISPLAY_NAME, '').replace(PURE_CALL, '/* @__PURE__ */ '),
  },
}
