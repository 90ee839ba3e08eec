/**
 * Takes pictures of the desk with live simulated prices and looks for accessibility faults on the way.
 *
 *   node scripts/screenshots.ts                      the pictures that the documents show, into docs/images
 *   node scripts/screenshots.ts <folder>             every screen, both themes, two sizes
 *   node scripts/screenshots.ts <folder> --web <dir> the same, of another build than dist/web
 *
 * Needs a built web client. Ends with 1 when an accessibility rule is broken.
 */
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from '@playwright/test';
import {
  arrangeDesk,
  arrangeLoneTools,
  LONE_TOOLS,
  signIn,
  startPictureServer,
  toolOf,
  withPictureOfFailure,
} from './lib/picture-desk.ts';

type Theme = 'dark' | 'light';
interface Size {
  readonly width: number;
  readonly height: number;
}

const project = fileURLToPath(new URL('..', import.meta.url));
const documentSize: Size = { width: 1440, height: 900 };
const largeSize: Size = { width: 1920, height: 1080 };
const watched =
  'SPY QQQ IWM DIA AAPL MSFT NVDA AMZN GOOGL META TSLA JPM XOM UNH V WMT KO INTC AMD NFLX'.split(' ');
const documentPictures = new Set([
  'desk-dark.png',
  'desk-light.png',
  'order-entry-dark.png',
  'chart-dark.png',
  'market-maker-light.png',
]);
const personalScreens = [
  ['profile', '/profile'],
  ['change-password', '/ChangePassword'],
  ['contact-info', '/ContactInfo'],
  ['trading-profile', '/trading'],
  ['tips', '/TipsAndTricks'],
] as const;
/** How long prices may flow before a picture, ms. */
const SETTLE_MS = 2500;

const { positionals, values } = parseArgs({ allowPositionals: true, options: { web: { type: 'string' } } });
const isForDocuments = positionals[0] === undefined;
const outFolder = resolve(positionals[0] ?? join(project, 'docs/images'));
const faults: string[] = [];

/** Writes one picture, unless only those of the documents are wanted and it is none of them. */
async function picture(page: Page, name: string, theme: Theme, size: Size): Promise<void> {
  const file = size === documentSize ? `${name}-${theme}.png` : `${name}-${theme}-${size.width}.png`;
  if (isForDocuments && !documentPictures.has(file)) return;
  await page.screenshot({ path: join(outFolder, file), animations: 'disabled', caret: 'hide' });
}

/** Notes every accessibility rule that the page breaks. */
async function inspect(page: Page, name: string, theme: Theme): Promise<void> {
  const axe = new AxeBuilder({ page }).withTags([
    'wcag2a',
    'wcag2aa',
    'wcag21a',
    'wcag21aa',
    'wcag22aa',
    'best-practice',
  ]);
  // Compact rows of 22 px are a choice of the user, and the menu of the row does all that their buttons do.
  if (name === 'desk compact') axe.disableRules(['target-size']);
  const { violations } = await axe.analyze();
  for (const { id, help, nodes } of violations) {
    faults.push(
      `${name} (${theme}): ${id}: ${help}\n${nodes
        .slice(0, 4)
        .map(
          (node) =>
            `    ${node.html.slice(0, 200)}\n      ${(node.any[0] ?? node.all[0] ?? node.none[0])?.message ?? ''}`,
        )
        .join('\n')}`,
    );
  }
}

async function setAppearance(page: Page, baseUrl: string, label: string): Promise<void> {
  await page.goto(`${baseUrl}/settings`);
  await page.getByRole('radio', { name: label, exact: true }).check();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.waitForURL(/\/workspace/);
}

/** The pages before sign-in, as a new visitor with the given theme sees them. */
async function visitorScreens(browser: Browser, baseUrl: string, theme: Theme, size: Size): Promise<void> {
  const context = await browser.newContext({ viewport: size, colorScheme: theme, reducedMotion: 'reduce' });
  await context.addInitScript(
    (appearance) => localStorage.setItem('tapedeck.look', appearance),
    JSON.stringify({ theme, density: 'normal', palette: 'classic' }),
  );
  const page = await context.newPage();
  for (const [name, path] of [
    ['welcome', '/'],
    ['login', '/login'],
    ['not-found', '/no-such-page'],
  ] as const) {
    await page.goto(`${baseUrl}${path}`, { waitUntil: 'networkidle' });
    await picture(page, name, theme, size);
    if (size === documentSize) await inspect(page, name, theme);
  }
  await context.close();
}

/** Each tool that has a workspace for itself. */
async function loneTools(page: Page, theme: Theme): Promise<void> {
  for (const size of [documentSize, largeSize]) {
    await page.setViewportSize(size);
    for (const [title, id] of LONE_TOOLS) {
      await page.getByRole('tab', { name: title, exact: true }).click();
      await toolOf(page, id).waitFor();
      await page.mouse.move(2, 2);
      await page.waitForTimeout(SETTLE_MS);
      await picture(page, id, theme, size);
      if (size === documentSize) await inspect(page, id, theme);
    }
    await page.getByRole('tab', { name: 'Workspace 1' }).click();
  }
}

/** The pages of a signed-in trader. */
async function traderScreens(page: Page, baseUrl: string, theme: Theme): Promise<void> {
  await setAppearance(page, baseUrl, theme === 'dark' ? 'Dark' : 'Light');
  for (const size of [documentSize, largeSize]) {
    await page.setViewportSize(size);
    await page.goto(`${baseUrl}/workspace/1`);
    await page.getByRole('button', { name: 'Trade AAPL', exact: true }).waitFor();
    await page.waitForTimeout(SETTLE_MS);
    await picture(page, 'desk', theme, size);
    if (size === documentSize) await inspect(page, 'desk', theme);
    await page.getByRole('button', { name: 'Trade NVDA', exact: true }).click();
    await page
      .getByRole('dialog', { name: 'Order entry' })
      .getByRole('button', { name: /^Bid [\d,.]+/ })
      .click();
    await picture(page, 'order-entry', theme, size);
    if (size === documentSize) await inspect(page, 'order entry', theme);
    await page.keyboard.press('Escape');
    await page.goto(`${baseUrl}/settings`);
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
    await picture(page, 'settings', theme, size);
    if (size === documentSize) await inspect(page, 'settings', theme);
  }
  await loneTools(page, theme);
  if (isForDocuments) return;
  await page.setViewportSize(documentSize);
  for (const [name, path] of personalScreens) {
    await page.goto(`${baseUrl}${path}`, { waitUntil: 'networkidle' });
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await picture(page, name, theme, documentSize);
    await inspect(page, name, theme);
  }
  await page.goto(`${baseUrl}/workspace`);
  for (const [name, command] of [
    ['layouts', 'Choose window layout'],
    ['manage-layouts', 'Manage saved layouts'],
  ] as const) {
    await page.getByRole('button', { name: command, exact: true }).click();
    await page.getByRole('dialog').waitFor();
    await picture(page, name, theme, documentSize);
    await inspect(page, name, theme);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  }
  for (const [name, label, before] of [
    ['compact', 'Compact', 'Normal'],
    ['color-safe', 'Blue up, orange down', 'Green up, red down'],
    ['red-up', 'Red up, green down', 'Green up, red down'],
  ] as const) {
    await setAppearance(page, baseUrl, label);
    await page.getByRole('button', { name: 'Trade AAPL', exact: true }).waitFor();
    await page.waitForTimeout(SETTLE_MS);
    await picture(page, `desk-${name}`, theme, documentSize);
    await inspect(page, `desk ${name}`, theme);
    await setAppearance(page, baseUrl, before);
  }
}

const { server, browser, user, end } = await startPictureServer(
  resolve(values.web ?? join(project, 'dist/web')),
);
try {
  await mkdir(outFolder, { recursive: true });
  if (!isForDocuments)
    for (const theme of ['dark', 'light'] as const)
      for (const size of [documentSize, largeSize]) await visitorScreens(browser, server.url, theme, size);
  const context = await browser.newContext({ viewport: documentSize, reducedMotion: 'reduce' });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  await withPictureOfFailure(page, async () => {
    await signIn(page, server.url, user, () => picture(page, 'getting-started', 'light', documentSize));
    await arrangeDesk(page, watched);
    await arrangeLoneTools(page);
    for (const theme of ['dark', 'light'] as const) await traderScreens(page, server.url, theme);
  });
} finally {
  await end();
}
console.log(`Pictures are in ${outFolder}.`);
if (faults.length > 0) {
  console.error(`${faults.length} accessibility rules are broken:\n${faults.join('\n')}`);
  process.exitCode = 1;
}
