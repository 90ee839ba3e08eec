import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { nodeProgram } from '../../support/spawn-server.ts';
import type { Credentials, Desk } from './desk.ts';

const admin = fileURLToPath(new URL('../../../src/server/admin/main.ts', import.meta.url));
const run = promisify(execFile);

/** A user of a test's own, made by the admin program beside the running server, with a paper account. */
export async function createPerson(desk: Desk, userName: string): Promise<Credentials> {
  const password = `${userName}-password-1`;
  const asAdmin = (...args: string[]) => run(nodeProgram, ['--disable-warning=ExperimentalWarning', admin, ...args], { env: { ...process.env, NODE_OPTIONS: '', DATABASE_URL: '', TAPEDECK_DATA: desk.dataFolder } });
  await asAdmin('user', 'create', userName, '--password', password);
  await asAdmin('account', 'create', userName);
  return { userName, password };
}

/** Fills in the login form that is on screen and sends it. */
export async function fillLogin(page: Page, { userName, password }: Credentials): Promise<void> {
  await page.getByRole('textbox', { name: 'Username' }).fill(userName);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** A desk of one's own in seconds: a demo user sees every tool but may not trade. */
export async function startDemo(page: Page, desk: Desk): Promise<void> {
  await page.goto(`${desk.baseUrl}/welcome?demo`);
  await page.getByRole('button', { name: 'Start demo' }).click();
  await expect(page.getByRole('tablist', { name: 'Workspaces' })).toBeVisible();
}

/** Types a symbol into Market View and adds it. */
export async function addSymbol(page: Page, symbol: string): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Add symbol' });
  await field.fill(symbol);
  await field.press('Enter');
}

let people = 0;

/** Signs in a person made for this test: what they arrange is stored, and no other test sees it. */
export async function signInAsSomeoneNew(page: Page, desk: Desk): Promise<Credentials> {
  const person = await createPerson(desk, `person${++people}`);
  await page.goto(`${desk.baseUrl}/login`);
  await fillLogin(page, person);
  await expect(page.getByRole('tablist', { name: 'Workspaces' })).toBeVisible();
  return person;
}
