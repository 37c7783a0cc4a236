import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { target: 'es2022', assetsInlineLimit: 0 },
  environments: {
    // The server is one bundle that exports createShop, so that routes and services share module instances.
    ssr: { build: { rollupOptions: { input: './app/shop.server.ts' } } },
  },
  // Listed up front: a dependency that Vite discovers on the first visit makes it reload the page.
  optimizeDeps: {
    entries: ['app/**/*.{ts,tsx}', '!app/embedded/**', '!app/**/*.test.*', '!app/**/*.server.ts'],
    include: ['@conform-to/react', 'zod', 'zod/mini'],
  },
})
