import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { expectWithinReach } from './support/axe.ts';
import { Desk, signIn, watchForErrors } from './support/desk.ts';
import { test } from './support/test.ts';

const RECORDING = fileURLToPath(new URL('../fixtures/replay/', import.meta.url));

test('a replay is marked with its date and speed, and an administrator pauses it by keys', async ({
  page,
}) => {
  const desk = await Desk.start({ TAPEDECK_MARKET: `replay:${RECORDING}` });
  try {
    const errors = watchForErrors(page);
    await signIn(page, desk);
    const mark = page.getByRole('button', { name: /^REPLAY/ });
    await expect(mark).toHaveText('REPLAY 2019-02-11 · 1×');
    await mark.focus();
    await page.keyboard.press('Enter');
    const menu = page.getByRole('menu', { name: 'Replay' });
    await expect(menu.getByRole('menuitemcheckbox', { checked: true })).toHaveText('1× (as it happened)');
    await expectWithinReach(page, '[role="menu"]');
    await expect(menu.getByRole('menuitem', { name: 'Pause' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(mark).toHaveText('REPLAY 2019-02-11 · paused');
    await page.keyboard.press('Enter');
    await menu.getByRole('menuitemcheckbox', { name: '5×', exact: true }).click();
    await expect(mark).toHaveText('REPLAY 2019-02-11 · 5×');
    await expectWithinReach(page);
    expect(errors).toEqual([]);
  } finally {
    await desk.close();
  }
});
