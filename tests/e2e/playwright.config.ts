import { defineConfig } from '@playwright/test';
import { LAN_NAME } from './support/lan-name.ts';

const isCi = Boolean(process.env['CI']);

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/e2e',
  // Two files at once: one browser with its server leaves half of two cores idle.
  workers: 2,
  retries: 0,
  forbidOnly: isCi,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ['json']],
  use: {
    viewport: { width: 1440, height: 900 },
    actionTimeout: 15_000,
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
