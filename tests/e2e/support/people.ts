import { expect, type Page } from '@playwright/test';
import { runAdmin } from '../../../src/server/admin/run-admin.ts';
import { closeGettingStarted, type Credentials, type Desk } from './desk.ts';

/**
 * Does what `npm run admin` does beside the running server; resolves with what it printed. In this process: a program
 * started for each person would take a second of every story, and has tests of its own.
 */
export async function asAdmin(desk: Desk, ...args: string[]): Promise<string> {
  const lines: string[] = [];
  await runAdmin(args, {
    dataFolder: desk.dataFolder,
    databaseUrl: undefined,
    print: (line) => lines.push(line),
    warn: (line) => lines.push(line),
    readStdin: async () => '',
  });
  return lines.join('\n');
}

/** Opens an account for a user; resolves with its name. */
export async function createAccount(desk: Desk, userName: string, ...flags: string[]): Promise<string> {
  const account = /^Account (\S+) created/m.exec(
    await asAdmin(desk, 'account', 'create', userName, ...flags),
  )?.[1];
  if (account === undefined) throw new Error('the admin program named no account');
  return account;
}

/** A user of a test's own, with a paper account, or with one of the flags given. */
export async function createPerson(
  desk: Desk,
  userName: string,
  ...accountFlags: string[]
): Promise<Credentials> {
  const password = `${userName}-password-1`;
  await asAdmin(desk, 'user', 'create', userName, '--password', password);
  await createAccount(desk, userName, ...accountFlags);
  return { userName, password };
}

/** Fills in the login form that is on screen and sends it. */
export async function fillLogin(page: Page, { userName, password }: Credentials): Promise<void> {
  await page.getByRole('textbox', { name: 'Username' }).fill(userName);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Takes the starter list out of the first Market View: most stories are about a list of their own. */
async function emptyFirstList(page: Page): Promise<void> {
  const grid = page.getByRole('grid', { name: 'Market View' });
  await expect(grid.locator('[role="row"][data-row-id]').first()).toBeVisible();
  await grid.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await expect(page.getByText('No symbols yet')).toBeVisible();
  await page.locator('[data-toasts]').getByLabel('Dismiss').click();
}

/** A desk of one's own in seconds, with an empty list: a demo user sees every tool but may not trade. */
export async function startDemo(page: Page, desk: Desk): Promise<void> {
  await page.goto(`${desk.baseUrl}/welcome?demo`);
  await page.getByRole('button', { name: 'Start demo' }).click();
  await closeGettingStarted(page);
  await expect(page.getByRole('tablist', { name: 'Workspaces' })).toBeVisible();
  await emptyFirstList(page);
}

/** Types a symbol into Market View and adds it. */
export async function addSymbol(page: Page, symbol: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Add symbol' });
  await field.fill(symbol);
  await field.press('Enter');
}

let people = 0;

/** Signs in a person made for this test, with an empty list: what they arrange is stored, and no other test sees it. */
export async function signInAsSomeoneNew(page: Page, desk: Desk): Promise<Credentials> {
  const person = await createPerson(desk, `person${++people}`);
  await page.goto(`${desk.baseUrl}/login`);
  await fillLogin(page, person);
  await closeGettingStarted(page);
  await expect(page.getByRole('tablist', { name: 'Workspaces' })).toBeVisible();
  await emptyFirstList(page);
  return person;
}

/** Signs in at an address of the desk that needs it, as far as the wanted page. */
export async function signInAt(page: Page, desk: Desk, path: string, person: Credentials): Promise<void> {
  await page.goto(`${desk.baseUrl}${path}`);
  await fillLogin(page, person);
  await closeGettingStarted(page);
}
