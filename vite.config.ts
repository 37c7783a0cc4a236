import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { type Alias, defineConfig, minify, type Plugin } from 'vite'
import { lateRouter } from './scripts/late-router.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The build has Preact in place of React, and the framework without its development checks. */
const inBuild: Alias[] = [
  { find: /^react-dom\/client$/, replacement: here('./app/runtime/react-dom-client.ts') },
  { find: /^react-dom\/server$/, replacement: here('./app/runtime/react-dom-server.ts') },
  { find: /^react(-dom)?$/, replacement: 'preact/compat' },
  { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
  { find: /^react-router$/, replacement: here('./node_modules/react-router/dist/production/index.mjs') },
]

/** `x.js?compact`: a script to stand in a page, as text and as short as it can be. */
const compactScripts: Plugin = {
  name: 'wizard-box-compact-scripts',
  enforce: 'pre',
  load: {
    filter: { id: /\.js\?compact$/ },
    async handler(id) {
      const file = id.slice(0, -'?compact'.length)
      this.addWatchFile(file)
      const { code } = await minify(file, await readFile(file, 'utf8'), { module: true })
      return `export default ${JSON.stringify(code.trim())}`
    },
  },
}

/**
 * Stylesheets of parts that come later stand at the end of the document: one that comes before others has every text
 * measured anew, which takes a slow telephone 50 ms.
 */
const lateStyles: Plugin = {
  name: 'wizard-box-late-styles',
  apply: 'build',
  transform: {
    filter: { id: /vite\/preload-helper/ },
    handler(code) {
      const place = 'document.head.appendChild(link)'
      if (!code.includes(place)) throw new Error('The helper that adds stylesheets has changed')
      return code.replace(
        place,
        '(link.rel === "stylesheet" ? document.body : document.head).appendChild(link)',
      )
    },
  },
}

/** Lets the build leave out what the shop does not use of the router: the names that it gives for tools keep some of that. */
const unusedRouter: Plugin = {
  name: 'wizard-box-unused-router',
  apply: 'build',
  transform: {
    filter: { id: /react-router[\\/]dist[\\/]production[\\/]/ },
    handler: (code) =>
      code
        .replace(/^\w+\.displayName = "\w*";$/gm, '')
        .replace(/(?<== )(?=\w+\.(?:forwardRef|createContext|memo)\()/g, '/* @__PURE__ */ '),
  },
}

/** What taking a page over runs nearly all of. */
const WHOLE = /^(entry\.client|home|products|product|volume)$/

/**
 * Tells the browser to compile these files whole while they arrive, beside the page's own thread. Otherwise it finds out
 * function by function, on that thread, while the page is taken over.
 */
const eagerlyCompiled: Plugin = {
  name: 'wizard-box-compiled-ahead',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle: {
    // What says so has to come first, before the list of files that the build puts there.
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && WHOLE.test(file.name))
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
    },
  },
}

/** The page of a volume without those of other products, as a file of its own (`first-files.server.ts`). */
const volumeByItself: Plugin = {
  name: 'wizard-box-volume',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  buildStart() {
    this.emitFile({
      type: 'chunk',
      id: here('./app/routes/market/product-view.tsx'),
      name: 'volume',
    })
  },
}

/**
 * Loaders' data is encoded when a document asks for it: most leave it to a request of its own, and the framework would
 * encode it all the same.
 */
const lazyData: Plugin = {
  name: 'wizard-box-lazy-data',
  apply: 'build',
  transform: {
    filter: { id: /react-router[\\/]dist[\\/]production[\\/]/, code: /serverHandoffStream:/ },
    handler(code) {
      const early = /serverHandoffStream: (encodeViaTurboStream\([^()]*\))/g
      if (!early.test(code)) throw new Error('The place where the framework encodes data has changed')
      return code.replace(early, 'get serverHandoffStream() { return $1 }')
    },
  },
}

/** Packages of many modules, of which the server uses few: to find and link them all took a third of a start. */
const SMALL_WHEN_BUNDLED = [/^graphql(-request)?(\/|$)/, /^zod(\/|$)/, /^@oslojs\//, 'lru-cache']

/** The framework looks for `useOptimistic` and does without where there is none. How long each plugin takes says nothing to users. */
const checks = { importIsUndefined: false, pluginTimings: false }

/** Parts of `app/` without their endings. */
const parts = (...paths: string[]) =>
  new RegExp(`[\\\\/]app[\\\\/](${paths.join('|').replaceAll('/', '[\\\\/]')})\\.tsx?$`)

/** Modules that lead to other pages, which nothing needs before a page has been taken over. */
const NAVIGATION_MODULES = 'router|page-prefetch|link-prefetch|idle-prefetch|document-navigation'

/**
 * Few files, as a slow line takes half a second to bring the smallest: one with all that every page needs or nearly every
 * one does, the framework too, and one for each page. `entry.client` has what its modules import as well, so that nothing
 * in it waits for another file. What leads to other pages comes after a page has been taken over.
 */
const groups = [
  {
    name: 'entry.client',
    test: new RegExp(
      [
        /node_modules[\\/](preact|react-router)|preload-helper|rolldown[\\/]runtime/,
        parts(
          `entry.client|root|runtime/(?!(${NAVIGATION_MODULES})\\.).*|routes/market/layout|`,
          'components/(ui|catalogue)/.*',
          'components/content/(film|trust-strip|switch-store|inline-text|rich-text|picture-words|(use-)?page-facts)',
          'components/(layout/page-meta|forms/waitlist-form|cart/cart-form|cart/open-checkout|product/wand-words)',
          'models/films',
        ),
      ]
        .map(({ source }) => source)
        .join('|'),
    ),
    priority: 60,
  },
  { name: 'router', test: parts(`runtime/(${NAVIGATION_MODULES})|models/structured-data`), priority: 50 },
  { name: 'volume', test: parts('routes/market/product-view'), priority: 50 },
  { name: 'admin', test: parts('components/admin/.*|models/owner-messages'), priority: 40 },
  { name: 'legal', test: parts('components/content/legal/.*'), priority: 40 },
  { name: 'redeem', test: parts('(components|models)/redeem.*'), priority: 40 },
  {
    name: 'cart',
    test: parts(
      'components/cart/(cart-lines|cart-summary|checkout-form|destination|free-shipping|magic-words|quantity)',
    ),
    priority: 40,
  },
  { name: 'forms', test: /node_modules[\\/](@conform-to|zod)/, priority: 40 },
]

export default defineConfig(({ command }) => ({
  plugins: [
    compactScripts,
    lateStyles,
    unusedRouter,
    lateRouter(parts('runtime/router')),
    eagerlyCompiled,
    lazyData,
    volumeByItself,
    tailwindcss(),
    reactRouter(),
    {
      // What a group's modules import may then stay in the chunk where it is, which adds exports to some entries.
      name: 'wizard-box-chunks',
      configEnvironment: {
        order: 'post',
        handler: (name) =>
          name === 'client'
            ? { build: { rolldownOptions: { preserveEntrySignatures: 'allow-extension' } } }
            : null,
      },
    },
  ],
  build: { target: 'es2022', assetsInlineLimit: 0 },
  resolve: { alias: command === 'build' ? inBuild : [] },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          checks,
          // Models do nothing by themselves: one that only the server asks something of is not imported.
          treeshake: { moduleSideEffects: [{ test: parts('models/.*'), sideEffects: false }] },
          output: { codeSplitting: { groups } },
        },
      },
    },
    ssr: {
      // The whole server is one bundle that starts with createShop, so that routes and services share their modules.
      build: { rollupOptions: { checks, input: './app/shop.server.ts' } },
      // What renders is bundled, so that it gets Preact too; what is many files, so that a start need not find them.
      resolve: {
        noExternal:
          command === 'build'
            ? [/react-router/, /^@conform-to/, /^remix-utils/, /preact/, /embla/, ...SMALL_WHEN_BUNDLED]
            : [],
      },
    },
  },
  // Found up front, because a dependency discovered on the first visit reloads the page under the visitor.
  optimizeDeps: {
    entries: ['app/**/*.{ts,tsx}', '!app/embedded/**', '!app/**/*.test.*', '!app/**/*.server.ts'],
    include: ['@conform-to/react', 'zod', 'zod/mini'],
  },
}))
