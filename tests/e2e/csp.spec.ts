import { expect, type Page } from '@playwright/test';
import { type Desk, goWithin } from './support/desk.ts';
import { addSymbol, signInAsNewUser } from './support/users.ts';
import { test } from './support/test.ts';

let desk: Desk;
test.beforeAll(({ simulatedDesk }) => {
  desk = simulatedDesk;
});

/** Collects everything that the content security policy refuses, on a page or on every page of a context, from before its first script. */
async function watchPolicy(context: Pick<Page, 'addInitScript' | 'exposeFunction'>): Promise<string[]> {
  const violations: string[] = [];
  await context.exposeFunction('reportViolation', (text: string) => {
    violations.push(text);
  });
  await context.addInitScript(() => {
    // The page knows the function that was exposed to it, its types do not.
    const { reportViolation } = globalThis as unknown as { reportViolation: (text: string) => void };
    document.addEventListener('securitypolicyviolation', (event) =>
      reportViolation(
        `${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber} ${event.sample}`,
      ),
    );
  });
  return violations;
}

async function everyToolAndDialog(page: Page): Promise<void> {
  await addSymbol(page, 'AAPL');
  await expect(page.locator('[data-row-id="AAPL"] [data-column="Last"]')).not.toBeEmpty();
  await page.getByRole('button', { name: 'Choose window layout' }).click();
  const chooser = page.getByRole('dialog', { name: 'Choose window layout:' });
  await expect(chooser).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(chooser).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command' }).fill('place order');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Order entry' })).toBeVisible();
  await page.keyboard.press('Escape');
}

test('the workstation, its pages, the help and the API documentation use nothing that their policies refuse, in both themes', async ({
  page,
}) => {
  const violations = await watchPolicy(page);
  await signInAsNewUser(page, desk);
  await everyToolAndDialog(page);
  for (const [path, heading] of [
    ['/profile', 'My profile'],
    ['/Settings', 'Settings'],
    ['/ChangePassword', 'Change password'],
    ['/ContactInfo', 'Contact info'],
    ['/trading', 'Trading profile'],
  ] as const) {
    await goWithin(page, path);
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
  }
  await page.goto(`${desk.baseUrl}/info`);
  await expect(page.locator('#root')).not.toBeEmpty();
  await page.waitForLoadState('networkidle');
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await page.goto(`${desk.baseUrl}/api/docs`);
    await expect(page.getByRole('heading', { name: /Tapedeck HTTP API/ })).toBeVisible();
  }
  await page.goto(`${desk.baseUrl}/info`);
  await page.evaluate(() => localStorage.setItem('tapedeck.look', JSON.stringify({ theme: 'dark' })));
  for (const path of ['/info', '/workspace']) {
    await page.goto(`${desk.baseUrl}${path}`);
    await expect(page.locator('#root')).not.toBeEmpty();
    await page.waitForLoadState('networkidle');
  }
  expect(violations).toEqual([]);
});

test('a window popped out of the desk keeps its styles under the policy of its own page', async ({
  newContext: context,
}) => {
  const violations = await watchPolicy(context);
  const page = await context.newPage();
  await signInAsNewUser(page, desk);
  await addSymbol(page, 'AAPL');
  await page.locator('[data-row-id="AAPL"]').click();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Command' }).fill('browser window of its own');
  await expect(page.getByRole('option')).toHaveCount(1);
  const opening = context.waitForEvent('page');
  await page.keyboard.press('Enter');
  const popout = await opening;
  await expect(popout.locator('[data-row-id="AAPL"] [data-column="Last"]')).not.toBeEmpty();
  const fontIn = (window: Page) => window.evaluate(() => getComputedStyle(document.body).fontFamily);
  const font = await fontIn(page);
  await expect.poll(() => fontIn(popout)).toBe(font);
  // A style element that a library of the desk makes goes to both windows.
  await page.evaluate(() => {
    const style = document.createElement('style');
    style.textContent = ':root { outline-color: rgb(1, 2, 3) }';
    document.head.append(style);
  });
  for (const window of [page, popout])
    await expect(window.locator('html')).toHaveCSS('outline-color', 'rgb(1, 2, 3)');
  expect(violations).toEqual([]);
});

test('style elements made by our scripts hold, others and inline scripts do not', async ({ page }) => {
  const violations = await watchPolicy(page);
  await page.goto(`${desk.baseUrl}/login`);
  await expect(page.getByRole('textbox', { name: 'Username' })).toBeVisible();
  const colors = await page.evaluate(async () => {
    const colorWith = (add: () => void): string => {
      add();
      return getComputedStyle(document.documentElement).outlineColor;
    };
    const created = colorWith(() => {
      const style = document.createElement('style');
      style.textContent = ':root { outline-color: rgb(1, 2, 3) }';
      document.head.append(style);
    });
    const parsed = colorWith(() => {
      document.head.insertAdjacentHTML('beforeend', '<style>:root { outline-color: rgb(4, 5, 6) }</style>');
    });
    const other = colorWith(() => {
      const foreign = new DOMParser()
        .parseFromString('<style>:root { outline-color: rgb(7, 8, 9) }</style>', 'text/html')
        .querySelector('style');
      if (foreign) document.head.appendChild(foreign);
    });
    const script = document.createElement('script');
    script.textContent = 'globalThis.hasRunInline = true;';
    document.head.append(script);
    return { created, parsed, other, inline: 'hasRunInline' in globalThis };
  });
  expect(colors).toEqual({
    created: 'rgb(1, 2, 3)',
    parsed: 'rgb(1, 2, 3)',
    other: 'rgb(7, 8, 9)',
    inline: false,
  });
  await expect
    .poll(() => [...new Set(violations.map((violation) => violation.split(' ')[0]))].toSorted())
    .toEqual(['script-src-elem', 'style-src-elem']);
});
