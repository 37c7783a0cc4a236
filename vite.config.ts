import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'

/**
 * Few files, because over HTTP/1.1 a browser loads six at a time: React with React Router, the frame with the parts of
 * all pages, what many pages of a subject share, and each kind of product. A group takes all it imports, the first of
 * them first. No group has two routes, or each of them would get a file more.
 */
const groups = [
  { name: 'react', test: /node_modules\/(react|scheduler)|entry\.client|preload/ },
  {
    name: 'shop',
    test: /_shared\/text|app\/(routes\/market\/layout|components\/(ui\/(?!choice|field)|page\/(?!error-page|trust-strip))|content\/company-words|models\/wands)/,
  },
  {
    name: 'catalogue',
    test: /app\/(components\/(catalogue|page\/trust-strip)|models\/screen-texts)/,
    minShareCount: 2,
  },
  {
    name: 'product',
    test: /app\/(routes\/market\/product\.|components\/product\/(product-p|buy-page|choices|use-choice|gallery\.|slides)|content\/(choices|product-copy)|models\/(product-(descr|kind)|picture-texts|option-choice|choice-messages|cart-line-words|gift-code))/,
  },
  { name: 'forms', test: /@conform|components\/(forms|ui\/field)/, minShareCount: 2 },
  ...['box', 'merch', 'wand', 'bundle'].map((kind) => ({
    name: kind,
    test: new RegExp(`components/product/${kind}.tsx`),
  })),
]
/** A kind of product is a part of one route, and loaded by others when needed; how long plugins take is no news. */
const checks = { ineffectiveDynamicImport: false, pluginTimings: false }

/** Browsers that read this compile all functions of a file while it loads, beside the page, not each when it is called. */
const postBanner = '//# allFunctionsCalledOnLoad'

/** Lets the file of a route hold its group. Else such a route gets a second file, which only re-exports it. */
const routesInGroups: Plugin = {
  name: 'routes-in-groups',
  configEnvironment: (name) =>
    name === 'client'
      ? { build: { rolldownOptions: { preserveEntrySignatures: 'allow-extension' } } }
      : undefined,
}

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), routesInGroups],
  build: { target: 'es2022', assetsInlineLimit: 0 },
  environments: {
    client: { build: { rolldownOptions: { checks, output: { codeSplitting: { groups }, postBanner } } } },
    ssr: { build: { rollupOptions: { checks, input: './app/shop.server.ts' } } },
  },
  // Listed up front: a dependency that Vite discovers on the first visit makes it reload the page.
  optimizeDeps: {
    entries: ['app/**/*.{ts,tsx}', '!app/**/*.test.*', '!app/**/*.server.ts'],
    include: ['@conform-to/react', '@conform-to/zod/v4', 'zod/mini'],
  },
})
