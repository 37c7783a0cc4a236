/**
 * Resolves imports of `x.js?compact` to the minified text of `x.js`, for scripts that are inlined into the document.
 *
 * Package: none; reads the shop's own files (`boot-script.js`, `splash-script.js`, `loader-script.js`,
 * `content-script.js`).
 * Why: these run before any module is loaded, and their hashes are listed in the Content-Security-Policy, so they
 * have to be available as text. Vite can import a file as raw text, but not minified.
 * Remove when: Vite can import a minified script as text.
 */
import { readFile } from 'node:fs/promises'
import { minify, type Plugin } from 'vite'

const QUERY = '?compact'

export const inlineScripts: Plugin = {
  name: 'wizard-box-inline-scripts',
  enforce: 'pre',
  load: {
    filter: { id: /\.js\?compact$/ },
    async handler(id) {
      const file = id.slice(0, -QUERY.length)
      this.addWatchFile(file)
      const { code } = await minify(file, await readFile(file, 'utf8'), { module: true })
      return `export default ${JSON.stringify(code.trim())}`
    },
  },
}
