import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  // Builds are made beside the current one and swapped in when they are whole.
  buildDirectory: process.env.BUILD_DIR ?? 'build',
  future: {
    v8_middleware: true,
    v8_splitRouteModules: true,
    v8_viteEnvironmentApi: true,
    v8_passThroughRequests: true,
    v8_trailingSlashAwareDataRequests: true,
  },
} satisfies Config
