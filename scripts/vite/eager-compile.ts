/**
 * Adds V8's compile hint `//# allFunctionsCalledOnLoad` to the chunks that hydrate a page or show the next one.
 *
 * Package: none; changes the emitted chunks named below.
 * Why: hydration, or the first click, runs nearly all of their code. With the hint, V8 compiles a whole file on a
 * background thread while it arrives; without it, each function is compiled on the main thread when it is first
 * called (docs/performance.md).
 * Remove when: browsers decide this as well by themselves, or the bundler can emit the hint.
 */
import type { Plugin } from 'vite'

const HINT = '//# allFunctionsCalledOnLoad'
const EAGER_CHUNKS = /^(entry\.client|home|products|product|volume|router)$/

export const eagerCompile: Plugin = {
  name: 'wizard-box-eager-compile',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle: {
    // The hint has to be the first line, before the dependency list that Vite prepends.
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && EAGER_CHUNKS.test(file.name)) file.code = `${HINT}\n${file.code}`
    },
  },
}
