import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { browserPath } from './scripts/programs.mjs'

const port = Number(process.env.E2E_PORT ?? 4179)
/** The headless shell takes half the time. */
const executablePath = ['/usr/bin/chromium-headless-shell'].find(existsSync) ?? browserPath()
const args = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-gpu',
  // Painting is done by the CPU, so it needs no GPU process.
  '--in-process-gpu',
  // With so little memory for tiles Chromium paints only a strip of the viewport, which is faster. Layout is not
  // affected.
  '--force-gpu-mem-available-mb=1',
  // The tabs of a visitor share a process.
  '--renderer-process-limit=1',
  // Background threads would speed up one page at the expense of others, as all CPU cores are in use.
  '--js-flags=--single-threaded',
]
const launchOptions = (...more: string[]) => ({
  ...(executablePath && { executablePath }),
  args: [...args, ...more],
})

/** A setting replaces Playwright's own, which say that there is a mouse that can hover. */
const MOUSE = 'primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4'
/** Decoding and painting pictures and web fonts takes a quarter of a test's time. */
const withoutPictures = launchOptions(
  '--disable-remote-fonts',
  `--blink-settings=imagesEnabled=false,${MOUSE}`,
)
const WITH_PICTURES = /\/(layout|slow-page)\.spec\.ts$/

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: `test-results/${port}`,
  timeout: 120_000,
  // Waits for states, on busy machines too.
  expect: { timeout: 30_000 },
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  reporter: process.env.E2E_REPORT
    ? [['list'], ['json', { outputFile: process.env.E2E_REPORT }]]
    : [['line']],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: `http://localhost:${port}`,
    // A software renderer is slow at motion, so only tests of motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
  },
  // Each browser is started for two workers, so there are no more than these. Tests with @plain run without JavaScript.
  projects: [
    { name: 'without pictures', testIgnore: WITH_PICTURES, use: { launchOptions: withoutPictures } },
    { name: 'with pictures', testMatch: WITH_PICTURES, use: { launchOptions: launchOptions() } },
  ],
  webServer: {
    command: 'node --disable-warning=ExperimentalWarning server.ts',
    url: `http://localhost:${port}/healthz`,
    reuseExistingServer: !process.env.CI,
    timeout: 120_000,
    env: {
      PORT: String(port),
      DATA_DIR: join(tmpdir(), `wizard-box-e2e-${process.pid}`),
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      OWNER_PASSWORD: 'correct horse battery',
      // All tests have the same IP address, so each sends an `X-Forwarded-For` header to be a visitor of its own.
      TRUST_PROXY: '1',
    },
  },
})
