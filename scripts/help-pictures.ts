/**
 * Takes the pictures of the help pages from the running product, in both themes, and writes their sizes where the pages find them:
 * public/help/*.webp and src/info/pictures.json.
 *
 *   node scripts/help-pictures.ts               of the build in dist/web
 *   node scripts/help-pictures.ts --web <dir>   of another build
 */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Locator, Page } from '@playwright/test';
import {
  arrangeDesk,
  arrangeLoneTools,
  LONE_TOOLS,
  newWorkspace,
  signIn,
  startPictureServer,
  toolOf,
  withPictureOfFailure,
} from './lib/picture-desk.ts';

type Theme = 'light' | 'dark';
interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

const project = fileURLToPath(new URL('..', import.meta.url));
const pictureFolder = join(project, 'public/help');
const sizesFile = join(project, 'src/info/pictures.json');
const symbols = 'SPY QQQ AAPL MSFT NVDA AMZN GOOGL META TSLA JPM XOM KO'.split(' ');
const deskSize = { width: 1320, height: 740 };
/** Device pixels for one of the page: sharp on fine screens as well. */
const SCALE = 2;
/** Chromium's scale of 0 to 1. All pictures stay below their limit with it, and thin type is still sharp. */
const QUALITY = 0.57;
/** Height of the picture of the settings: their beginning, whatever is added at the end. */
const SETTINGS_HEIGHT = 903;
/** How long prices may flow before a picture, ms. */
const SETTLE_MS = 2500;
/** Height of the page for the picture of a tool that is alone in it: as much as there is to see. */
const HEIGHTS = {
  chart: 460,
  'market-maker': 410,
  'market-screen': 340,
  'option-chain': 410,
  'price-alerts': 210,
  'algo-stream': 230,
} as const;
/** What all pictures together may weigh, bytes. */
const LIMIT_BYTES = 1_500_000;

const { values } = parseArgs({ options: { web: { type: 'string' } } });
const sizes = new Map<string, { width: number; height: number }>();
/** File name to picture. Written when all are taken: a run that fails leaves the old ones. */
const files = new Map<string, Buffer>();

/** Turns a screenshot into WebP, which weighs a third of it. The browser has the encoder. */
async function toWebp(page: Page, png: Buffer): Promise<Buffer> {
  const address = await page.evaluate(
    async ({ base64, quality }) => {
      const image = new Image();
      image.src = `data:image/png;base64,${base64}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.naturalWidth;
      canvas.height = image.naturalHeight;
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', quality);
    },
    { base64: png.toString('base64'), quality: QUALITY },
  );
  return Buffer.from(address.slice(address.indexOf(',') + 1), 'base64');
}

async function picture(page: Page, name: string, theme: Theme, clip: Box): Promise<void> {
  const box = {
    x: Math.round(clip.x),
    y: Math.round(clip.y),
    width: Math.round(clip.width),
    height: Math.round(clip.height),
  };
  const bytes = await toWebp(
    page,
    await page.screenshot({ clip: box, animations: 'disabled', caret: 'hide' }),
  );
  sizes.set(name, { width: box.width, height: box.height });
  files.set(`${name}-${theme}.webp`, bytes);
  console.log(`${String(Math.round(bytes.length / 1000)).padStart(5)} kB  ${name}-${theme}.webp`);
}

async function boxOf(element: Locator): Promise<Box> {
  const box = await element.boundingBox();
  if (box === null) throw new Error(`${String(element)} is not on screen.`);
  return box;
}

/** Opens something by a click, takes the dialog that comes, and closes it. */
async function dialogPicture(
  page: Page,
  theme: Theme,
  name: string,
  dialog: Locator,
  open: () => Promise<void>,
  prepare: () => Promise<void> = async () => {},
): Promise<void> {
  await open();
  await dialog.waitFor();
  await prepare();
  await page.mouse.move(2, 2);
  await picture(page, name, theme, await boxOf(dialog));
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
}

/** One tool in all the room of its workspace. */
async function toolPicture(page: Page, theme: Theme, tool: string): Promise<void> {
  const window = toolOf(page, tool);
  await window.getByRole('button', { name: 'Maximize', exact: true }).click();
  await page.mouse.move(2, 2);
  await page.waitForTimeout(SETTLE_MS);
  await picture(page, tool, theme, await boxOf(window));
  await window.getByRole('button', { name: 'Restore', exact: true }).click();
}

async function allPictures(page: Page, baseUrl: string, theme: Theme): Promise<void> {
  await page.setViewportSize({ ...deskSize, height: 1000 });
  await page.goto(`${baseUrl}/settings`);
  const form = page.getByRole('form').or(page.locator('form')).first();
  await page.getByRole('radio', { name: theme === 'dark' ? 'Dark' : 'Light', exact: true }).check();
  const settings = await boxOf(form);
  await picture(page, 'settings', theme, {
    x: settings.x - 16,
    y: settings.y - 10,
    width: settings.width + 32,
    height: Math.min(settings.height + 20, SETTINGS_HEIGHT),
  });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.setViewportSize(deskSize);
  await page.waitForURL(/\/workspace/);
  await page.getByRole('button', { name: 'Trade AAPL', exact: true }).waitFor();
  await page.getByRole('tab', { name: 'Positions' }).click();
  await page.mouse.move(2, 2);
  await page.waitForTimeout(SETTLE_MS);
  await picture(page, 'desk', theme, { x: 0, y: 0, ...deskSize });
  const bar = await boxOf(page.getByRole('banner').first());
  await picture(page, 'workspace-tabs', theme, { ...bar, width: 520 });
  // The first workspace is arranged by hand; this one has one of the eight layouts, and so a marked picture.
  await page.getByRole('tab', { name: 'Ideas' }).click();
  await dialogPicture(
    page,
    theme,
    'layout-chooser',
    page.getByRole('dialog', { name: 'Choose window layout:' }),
    () => page.getByRole('button', { name: 'Choose window layout' }).click(),
  );
  await page.getByRole('tab', { name: 'Workspace 1' }).click();
  await dialogPicture(
    page,
    theme,
    'command-palette',
    page.getByRole('dialog', { name: 'Commands' }),
    () => page.keyboard.press('Control+k'),
    () => page.getByRole('combobox', { name: 'Command' }).fill('or'),
  );
  const ticket = page.getByRole('dialog', { name: 'Order entry' });
  await dialogPicture(
    page,
    theme,
    'order-entry',
    ticket,
    () => page.getByRole('button', { name: 'Trade NVDA', exact: true }).click(),
    () => ticket.getByRole('button', { name: /^Bid [\d,.]+/ }).click(),
  );
  await page.setViewportSize({ width: 1110, height: 380 });
  await toolPicture(page, theme, 'market-view');
  await toolPicture(page, theme, 'trade-manager');
  for (const [title, id] of LONE_TOOLS) {
    await page.setViewportSize({ width: 1110, height: HEIGHTS[id] });
    await page.getByRole('tab', { name: title, exact: true }).click();
    const window = toolOf(page, id);
    await window.waitFor();
    await page.mouse.move(2, 2);
    await page.waitForTimeout(SETTLE_MS);
    await picture(page, id, theme, await boxOf(window));
  }
  await spreadPicture(page, theme);
  await page.getByRole('tab', { name: 'Workspace 1' }).click();
}

/** The spread builder with an iron condor, in the workspace of the chain. */
async function spreadPicture(page: Page, theme: Theme): Promise<void> {
  await page.setViewportSize({ width: 1110, height: 800 });
  await page.getByRole('tab', { name: 'Option Chain', exact: true }).click();
  const chain = toolOf(page, 'option-chain');
  const toggle = chain.getByRole('button', { name: 'Spread', exact: true });
  await toggle.click();
  const builder = chain.getByRole('region', { name: /^Spread builder/ });
  // The first expiration may be today, when far legs have no bid.
  await builder.getByRole('combobox', { name: 'Expiration of the strategy' }).click();
  await page.getByRole('option').nth(4).click();
  await builder.getByRole('button', { name: 'Strategy' }).click();
  await page.getByRole('menuitem', { name: 'Iron condor' }).click();
  await builder.locator('[data-preview="server"]').waitFor();
  await page.mouse.move(2, 2);
  await page.waitForTimeout(SETTLE_MS);
  await picture(page, 'spread-builder', theme, await boxOf(builder));
  await toggle.click();
}

/** The sizes of the pictures, a line each. */
function sizesText(): string {
  const lines = [...sizes]
    .toSorted(([left], [right]) => left.localeCompare(right))
    .map(([name, { width, height }]) => `  "${name}": { "width": ${width}, "height": ${height} }`);
  return `{\n${lines.join(',\n')}\n}\n`;
}

const { server, browser, user, end } = await startPictureServer(
  resolve(values.web ?? join(project, 'dist/web')),
);
try {
  const context = await browser.newContext({
    viewport: deskSize,
    deviceScaleFactor: SCALE,
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  await withPictureOfFailure(page, async () => {
    await signIn(page, server.url, user);
    await arrangeDesk(page, symbols);
    for (const name of ['Ideas', 'After hours']) await newWorkspace(page, name);
    await arrangeLoneTools(page);
    for (const theme of ['light', 'dark'] as const) await allPictures(page, server.url, theme);
  });
  await mkdir(pictureFolder, { recursive: true });
  for (const old of await readdir(pictureFolder)) await rm(join(pictureFolder, old));
  for (const [name, bytes] of files) await writeFile(join(pictureFolder, name), bytes);
  await writeFile(sizesFile, sizesText());
} finally {
  await end();
}
const total = [...files.values()].reduce((sum, { length }) => sum + length, 0);
console.log(`${Math.round(total / 1000)} kB in all, in ${pictureFolder}.`);
if (total > LIMIT_BYTES) {
  console.error(`The pictures weigh more than ${LIMIT_BYTES / 1000} kB.`);
  process.exitCode = 1;
}
