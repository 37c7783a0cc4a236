import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/**
 * Few files, because over HTTP/1.1 a browser loads six at a time: React with React Router, what every page of the shop
 * has, what all products have, the library of the forms; and one for each page. Each takes what it imports along, so
 * the one that most pages need chooses first.
 */
const groups = [
  {
    name: 'framework',
    test: /node_modules\/(react|react-dom|react-router|scheduler)\/|entry\.client|preload-helper/,
    priority: 4,
  },
  { name: 'forms', test: /\/node_modules\/(@conform-to|zod)\//, priority: 4 },
  {
    name: 'shop',
    test: /app\/(root|components\/(ui|catalogue|layout\/(?!email-popup-dialog)|cart\/(use|cart-(runtime|form))|content\/[^/]+$))/,
    priority: 3,
  },
  { name: 'product', test: /components\/product\/(?!wand-c)/, minShareCount: 2, priority: 2 },
  { name: 'admin', test: /components\/admin\//, priority: 1 },
]

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { target: 'es2022', assetsInlineLimit: 0 },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
    // The server is one bundle that exports createShop, so that routes and services share module instances.
    ssr: { build: { rollupOptions: { input: './app/shop.server.ts' } } },
  },
  // Listed up front: a dependency that Vite discovers on the first visit makes it reload the page.
  optimizeDeps: {
    entries: ['app/**/*.{ts,tsx}', '!app/embedded/**', '!app/**/*.test.*', '!app/**/*.server.ts'],
    include: ['@conform-to/react', 'zod', 'zod/mini'],
  },
})
