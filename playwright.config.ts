import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'

const port = Number(process.env.E2E_PORT ?? 4179)
const whole = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(existsSync)
/** The browser without a window around it needs half the time; it only keeps no pages for going back. */
const present = ['/usr/bin/chromium-headless-shell'].find(existsSync) ?? whole
const args = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-gpu',
  // Painting is done by the processor, which needs no process of its own for it.
  '--in-process-gpu',
  // Nobody looks: with room for no more than a strip of the window, little of it is painted and none of the page below, which
  // takes a tenth of the time. What stands where is worked out all the same.
  '--force-gpu-mem-available-mb=1',
  // The tabs of one visitor share a process, and the first page takes over that of the empty tab.
  '--renderer-process-limit=1',
  // Helping threads hurry one page at the expense of the others; here all processors are taken as it is.
  '--js-flags=--single-threaded',
]
const launch = (executablePath: string | undefined, more: readonly string[] = []) => ({
  ...(executablePath && { executablePath }),
  args: [...args, ...more],
})

/**
 * Journeys that are about words, fields and states, for which no pictures are fetched: decoding and painting them takes a
 * sixth of a journey. Every other file sees them, and one that is new.
 */
const WORDS =
  /(accessibility|admin|cart|cart-drawer|checkout|contact|page-states|popup|redeem|signup|stores)\.spec\.ts$/
const desktop = devices['Desktop Chrome']
const wordsOnly = { ...desktop, launchOptions: launch(present, ['--blink-settings=imagesEnabled=false']) }
// A few tests are about something that scripts have no part in, or that only they do.
const withJavaScript = { grepInvert: /@whole|@plain/ }
const withoutJavaScript = { grepInvert: /@js/ }

// Set once, by the process that starts the server; its workers inherit it and read the mails there.
process.env.E2E_DATA_DIR ??= join(tmpdir(), `wizard-box-e2e-${process.pid}`)

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: `test-results/${port}`,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  fullyParallel: true,
  forbidOnly: true,
  retries: process.env.CI ? 2 : 0,
  workers: 2,
  reporter: process.env.E2E_REPORT
    ? [['line'], ['json', { outputFile: process.env.E2E_REPORT }]]
    : [['line']],
  use: {
    baseURL: `http://localhost:${port}`,
    // Recording every journey would take half as long again.
    trace: 'on-first-retry',
    launchOptions: launch(present),
  },
  projects: [
    { name: 'words, with JavaScript', testMatch: WORDS, use: wordsOnly, ...withJavaScript },
    { name: 'with JavaScript', testIgnore: WORDS, use: desktop, ...withJavaScript },
    { name: 'whole browser', use: { ...desktop, launchOptions: launch(whole) }, grep: /@whole/ },
    {
      name: 'words, without JavaScript',
      testMatch: WORDS,
      use: { ...wordsOnly, javaScriptEnabled: false },
      ...withoutJavaScript,
    },
    {
      name: 'without JavaScript',
      testIgnore: WORDS,
      use: { ...desktop, javaScriptEnabled: false },
      ...withoutJavaScript,
    },
  ],
  webServer: {
    command: 'node --disable-warning=ExperimentalWarning server.ts',
    url: `http://localhost:${port}/healthz`,
    reuseExistingServer: !process.env.CI,
    timeout: 30_000,
    env: {
      PORT: String(port),
      DATA_DIR: process.env.E2E_DATA_DIR,
      NODE_ENV: 'production',
      LOG_LEVEL: 'error',
      OWNER_PASSWORD: 'correct horse battery',
      // The browsers of all tests share one address, so they are told apart as visitors behind a proxy are.
      TRUST_PROXY: '1',
    },
  },
})
