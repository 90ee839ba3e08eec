import { defineConfig } from '@playwright/test';
import { LAN_NAME } from './support/lan-name.ts';

/** How long anything may take on a busy machine, ms. */
const BUSY_MS = 60_000;

const isCi = Boolean(process.env['CI']);

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/e2e',
  // Two files at once: one browser with its server leaves half of two cores idle.
  workers: 2,
  retries: 0,
  forbidOnly: isCi,
  timeout: 360_000,
  // A wait costs nothing while its story passes. One that is too short fails on a machine that is busy with something else.
  expect: { timeout: BUSY_MS },
  reporter: [['list'], ['json']],
  use: {
    viewport: { width: 1440, height: 900 },
    // Also of waits for a response, a download or a window that begin before what leads to them, a sign-in for instance.
    actionTimeout: BUSY_MS,
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['TAPEDECK_CHROMIUM'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Pages of a context share a process (support/warm-context.ts).
        '--process-per-site',
        `--host-resolver-rules=MAP ${LAN_NAME} 127.0.0.1`,
      ],
    },
  },
});
