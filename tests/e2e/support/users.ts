import { expect, type Page } from '@playwright/test';
import { runAccountCommand } from '../../../src/server/admin/account-commands.ts';
import { runAdmin } from '../../../src/server/admin/run-admin.ts';
import { runUserCommand } from '../../../src/server/admin/user-commands.ts';
import type { SettingsTexts } from '../../../src/server/storage/repositories.ts';
import { signIn as signInOverSocket } from '../../api/wire-client.ts';
import { closeGettingStarted, type Credentials, type Desk } from './desk.ts';

const NO_SYMBOLS = 'No symbols yet';

/**
 * Runs an `npm run admin` command beside the running server and returns what it printed. In this process: a program of its own
 * would take a second of every test, and has tests of its own.
 */
export async function asAdmin(desk: Desk, ...args: string[]): Promise<string> {
  const lines: string[] = [];
  await runAdmin(args, {
    dataFolder: desk.dataFolder,
    databaseUrl: undefined,
    print: (line) => lines.push(line),
    warn: (line) => lines.push(line),
    actor: 'ann@machine',
    readStdin: async () => '',
  });
  return lines.join('\n');
}

/** Opens a paper account for a user (a live one with `isLive`) and returns its name. */
export async function createAccount(
  desk: Desk,
  userName: string,
  { isLive = false }: { isLive?: boolean } = {},
): Promise<string> {
  const context = await desk.adminContext();
  const lines: string[] = [];
  await runAccountCommand(
    'create',
    [userName],
    { live: isLive },
    { ...context, print: (line) => lines.push(line) },
  );
  const account = /^Account (\S+) created/m.exec(lines.join('\n'))?.[1];
  if (account === undefined) throw new Error('the admin command named no account');
  return account;
}

/** Creates a user with an account. */
export async function createUser(
  desk: Desk,
  userName: string,
  options: { isLive?: boolean } = {},
): Promise<Credentials> {
  const password = `${userName}-password-1`;
  await runUserCommand('create', [userName], { password }, await desk.adminContext());
  await createAccount(desk, userName, options);
  return { userName, password };
}

/** Fills in the login form that is on screen and sends it. */
export async function fillLogin(page: Page, { userName, password }: Credentials): Promise<void> {
  await page.getByRole('textbox', { name: 'Username' }).fill(userName);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Removes the starter list from the first Market View: most tests need a list of their own. */
async function emptyFirstList(page: Page): Promise<void> {
  const grid = page.getByRole('grid', { name: 'Market View' });
  await expect(grid.locator('[role="row"][data-row-id]').first()).toBeVisible();
  await grid.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await expect(page.getByText(NO_SYMBOLS)).toBeVisible();
  await page.locator('[data-toasts]').getByLabel('Dismiss').click();
}

/** Starts a demo with an empty list: a demo user sees every tool but may not trade. */
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

let users = 0;
/** Per server: what the first desk with an empty list stores. Later users of the server start from it. */
const firstDesks = new WeakMap<Desk, SettingsTexts>();

/**
 * Signs in as a user created for this test, with an empty list: what the test arranges is stored and no other test sees it.
 * The first user of a server starts from an empty account; the others start from the desk which that one stored.
 */
export async function signInAsNewUser(page: Page, desk: Desk): Promise<Credentials> {
  const user = await createUser(desk, `user${++users}`);
  const stored = firstDesks.get(desk);
  if (stored === undefined) firstDesks.set(desk, await storeFirstDesk(page, desk, user));
  else await openStoredDesk(page, desk, user, stored);
  return user;
}

/** Pages with a desk, and the server and the user of each. */
const signedIn = new WeakMap<Page, { readonly desk: Desk; readonly user: Credentials }>();

/**
 * Signs in as a new user unless the page is signed in at this server; then closes what the last story left open.
 * Returns the user of the page.
 */
export async function signInOnce(page: Page, desk: Desk): Promise<Credentials> {
  const session = signedIn.get(page);
  if (session?.desk === desk) {
    await closeOverlays(page);
    return session.user;
  }
  const user = await signInAsNewUser(page, desk);
  signedIn.set(page, { desk, user });
  return user;
}

/** Shows the first workspace, with Market View, Trade Manager and Order Entry: a user has one Trade Manager, so a new workspace has none. */
export async function openFirstWorkspace(page: Page, desk: Desk): Promise<Credentials> {
  const user = await signInOnce(page, desk);
  const tab = page.getByRole('tab', { name: 'Workspace 1', exact: true });
  await tab.click();
  await expect(tab).toHaveAttribute('aria-selected', 'true');
  return user;
}

/** Closes dialogs, menus and messages, the topmost first. */
async function closeOverlays(page: Page): Promise<void> {
  const overlays = page.locator('[role="dialog"][aria-labelledby]').or(page.getByRole('menu'));
  for (let count = await overlays.count(); count > 0; count = await overlays.count()) {
    await page.keyboard.press('Escape');
    await expect.poll(() => overlays.count()).toBeLessThan(count);
  }
  const messages = page.locator('[data-toasts]').getByLabel('Dismiss');
  // A message that goes by itself meanwhile, or one that waited for its place, does not disturb this.
  await expect
    .poll(async () => {
      await messages.evaluateAll((buttons) => {
        for (const button of buttons) if (button instanceof HTMLElement) button.click();
      });
      return messages.count();
    })
    .toBe(0);
}

async function storeFirstDesk(page: Page, desk: Desk, user: Credentials): Promise<SettingsTexts> {
  await openWorkspaces(page, desk, user);
  await emptyFirstList(page);
  const { repositories } = await desk.adminContext();
  const userId = await userIdOf(desk, user);
  let stored: SettingsTexts | undefined;
  await expect
    .poll(async () => {
      stored = await repositories.settings.load(userId);
      return stored?.workspace;
    })
    .toContain('"Symbols":[]');
  if (stored === undefined) throw new Error('the desk of the first user was not stored');
  const { workspace, settings, page: path } = stored;
  return { workspace, settings, page: path };
}

async function openStoredDesk(
  page: Page,
  desk: Desk,
  user: Credentials,
  stored: SettingsTexts,
): Promise<void> {
  const { repositories } = await desk.adminContext();
  await repositories.settings.store(await userIdOf(desk, user), stored);
  await openWorkspaces(page, desk, user);
  await expect(page.getByText(NO_SYMBOLS)).toBeVisible();
}

/** Opens the workspaces of a user in a session that begins without the login form and Getting Started. */
export async function openWorkspaces(page: Page, desk: Desk, user: Credentials): Promise<void> {
  await openAs(page, desk, '/workspace', user);
  // The session, the desk and its first windows may take long on a busy machine.
  await expect(page.getByRole('tablist', { name: 'Workspaces' })).toBeVisible();
}

/** Opens an address that needs a session, in one that begins without the login form and Getting Started. */
export async function openAs(page: Page, desk: Desk, path: string, user: Credentials): Promise<void> {
  await takeSessionCookie(page, desk, user);
  await page.goto(`${desk.baseUrl}${path}`);
}

/** Names of the workspaces that the server has stored for a user. */
export async function storedNames(desk: Desk, user: Credentials): Promise<readonly string[]> {
  const { repositories } = await desk.adminContext();
  const stored = await repositories.settings.load(await userIdOf(desk, user));
  const { Workspaces } = JSON.parse(stored?.workspace ?? '{}');
  return Workspaces.map(({ Name }: { readonly Name: string }) => Name);
}

async function userIdOf(desk: Desk, { userName }: Credentials): Promise<string> {
  const { repositories } = await desk.adminContext();
  const user = await repositories.users.byName(userName);
  if (user === undefined) throw new Error(`there is no user ${userName}`);
  return user.userId;
}

/** Signs in over a socket of this process and gives the browser the session's cookie, as the login form would. */
async function takeSessionCookie(page: Page, desk: Desk, user: Credentials): Promise<void> {
  const { client, jwt } = await signInOverSocket(desk.ports, user);
  const userAgent = await page.evaluate(() => navigator.userAgent);
  const response = await page.context().request.post(`${desk.baseUrl}/api/Account/OnLoggedIn`, {
    headers: { authorization: `Bearer ${jwt}`, origin: desk.baseUrl, 'user-agent': userAgent },
  });
  client.close();
  if (!response.ok()) throw new Error(`no session cookie was set: ${response.status()}`);
}
