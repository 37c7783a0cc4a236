import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  // The shop's few routes are told at once, in a file that browsers keep.
  routeDiscovery: { mode: 'initial' },
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
