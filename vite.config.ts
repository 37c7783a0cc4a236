import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  build: { target: 'es2022', assetsInlineLimit: 0 },
  environments: {
    // The whole server is one bundle that starts with createShop, so that routes and services share their modules.
    ssr: { build: { rollupOptions: { input: './app/shop.server.ts' } } },
  },
  // Found up front, because a dependency discovered on the first visit reloads the page under the visitor.
  optimizeDeps: {
    entries: ['app/**/*.{ts,tsx}', '!app/embedded/**', '!app/**/*.test.*', '!app/**/*.server.ts'],
    include: ['@conform-to/react', '@conform-to/zod/v4', 'zod'],
  },
})
