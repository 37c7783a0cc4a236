/**
 * Lets the bundler drop the parts of React Router that the shop does not use.
 *
 * Package: `react-router/dist/production`. Removes top-level `X.displayName = "X"` assignments, and marks calls of
 * `forwardRef`, `createContext` and `memo` as pure.
 * Why: without this the bundler regards both as side effects, and keeps every component that has them.
 * Remove when: React Router's production files have pure annotations and no display names.
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
