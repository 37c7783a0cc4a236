import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/**
 * Few files, because over HTTP/1.1 a browser loads six at a time: React with React Router, the frame with the parts of
 * all pages, and what many pages of a subject share. A group takes all it imports, the first of them first. Vol. II needs
 * nine: a tenth would wait for the others, which delays its hydration by 0.28 s.
 */
const groups = [
  { name: 'react', test: /node_modules\/(react|scheduler)|entry\.client|preload/, priority: 5 },
  {
    name: 'shop',
    test: /_shared\/text|app\/(root|routes\/market\/layout|components\/(ui\/(?!choice|field)|page\/(?!error-page|trust-strip))|content\/company-words|models\/wands)/,
    priority: 4,
  },
  {
    name: 'catalogue',
    test: /app\/(components\/(catalogue|page\/trust-strip)|models\/screen-texts)/,
    minShareCount: 2,
    priority: 3,
  },
  {
    name: 'product',
    test: /app\/(routes\/market\/product\.|components\/product\/(product-p|buy-page|choices|use-choice|gallery\.|slides)|content\/(choices|product-copy)|models\/(product-(descr|kind)|picture-texts|option-choice|choice-messages|cart-line-words|gift-code))/,
    priority: 1,
  },
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
