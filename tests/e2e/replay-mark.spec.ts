import { expect } from '@playwright/test';
import { expectWithinReach } from './support/axe.ts';
import { watchForErrors } from './support/desk.ts';
import { test } from './support/test.ts';
import { openWorkspaces } from './support/users.ts';

test('a replay is marked with its date and speed, and an administrator pauses it by keys', async ({
  page,
  replayDesk: desk,
}) => {
  const errors = watchForErrors(page);
  await openWorkspaces(page, desk, desk.credentials);
  const mark = page.getByRole('button', { name: /^REPLAY/ });
  await expect(mark).toHaveText('REPLAY 2019-02-11 · 1×');
  await mark.focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('menu', { name: 'Replay' });
  const asItHappened = menu.getByRole('menuitemcheckbox', { name: '1× (as it happened)' });
  await expect(menu.getByRole('menuitemcheckbox', { checked: true })).toHaveText('1× (as it happened)');
  await expectWithinReach(page, '[role="menu"]');
  await expect(menu.getByRole('menuitem', { name: 'Pause' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(mark).toHaveText('REPLAY 2019-02-11 · paused');
  await page.keyboard.press('Enter');
  await menu.getByRole('menuitemcheckbox', { name: '5×', exact: true }).click();
  await expect(mark).toHaveText('REPLAY 2019-02-11 · 5×');
  await expectWithinReach(page);
  // As other stories of this server expect it.
  await mark.click();
  await asItHappened.click();
  await expect(mark).toHaveText('REPLAY 2019-02-11 · 1×');
  expect(errors).toEqual([]);
});
