import { chromium, type Browser } from '@playwright/test';
import { ensureChromium } from './system-packages.mjs';

/** Starts the Chromium of the browser tests, for benches and pictures; installs one where there is none. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: await ensureChromium((line) => console.error(line)),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
