import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/**
 * Few files, because over HTTP/1.1 a browser loads six at a time: React with React Router, what every page of the shop
 * has, forms, cards, what all products have, pictures of wands, one for each page. A group takes all it imports.
 */
const SHOP =
  /app\/(root|routes\/market\/layout|components\/(ui|page)|.*(badge-w|envelope-w|cart-form|late-forms)|forms\/words)/
const groups = [
  { name: 'react', test: /node_modules\/(react|scheduler)|entry\.client|preload/, priority: 6 },
  { name: 'forms', test: /node_modules\/@conform-to\/(react|dom)|components\/forms\/(?!late)/, priority: 4 },
  // Loaded with the first interaction with a form.
  {
    name: 'schemas',
    test: /node_modules\/(@conform-to\/zod|zod)\/|_shared\/(forms\/(?!words)|text)/,
    priority: 3,
  },
  { name: 'shop', test: SHOP, priority: 5 },
  { name: 'cards', test: /components\/catalogue|card-words/, minShareCount: 2, priority: 2 },
  {
    name: 'product',
    test: /components\/product\/(?!wand-c)|wand-words|incomplete-c/,
    minShareCount: 3,
    priority: 2,
  },
  { name: 'styles', test: /models\/style-pictures|(option|style)-words/, priority: 4 },
  { name: 'admin', test: /components\/admin\//, priority: 1 },
]
/** A kind of product is a part of one route, and loaded by others when needed; how long plugins take is no news. */
const checks = { ineffectiveDynamicImport: false, pluginTimings: false }

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { target: 'es2022', assetsInlineLimit: 0 },
  environments: {
    client: { build: { rolldownOptions: { checks, output: { codeSplitting: { groups } } } } },
    ssr: { build: { rollupOptions: { checks, input: './app/shop.server.ts' } } },
  },
  // Listed up front: a dependency that Vite discovers on the first visit makes it reload the page.
  optimizeDeps: {
    entries: ['app/**/*.{ts,tsx}', '!app/**/*.test.*', '!app/**/*.server.ts'],
    include: ['@conform-to/react', '@conform-to/zod/v4', 'zod/mini'],
  },
})
