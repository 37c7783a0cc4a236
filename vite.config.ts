import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/**
 * Few files, because over HTTP/1.1 a browser loads six at a time: React with React Router, what most pages of the shop
 * share, the library of the forms, and one for each page.
 */
const groups = [
  {
    name: 'framework',
    test: /node_modules\/(react|react-dom|react-router|scheduler)\/|entry\.client|preload-helper/,
    priority: 3,
  },
  { name: 'forms', test: /node_modules\/(@conform-to|zod)\//, priority: 2 },
  {
    name: 'shop',
    test: /app\/(components\/(?!admin|content\/legal)|models\/(?!owner))/,
    minShareCount: 2,
    priority: 1,
  },
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
