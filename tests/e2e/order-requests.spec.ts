import { expect } from '@playwright/test';
import { createTapedeckClient } from '../../src/automation-client/index.ts';
import { keyText, newKeyId, newSecret, secretHashOf } from '../../src/server/automation/key-text.ts';
import { type Credentials, type Desk, watchForErrors } from './support/desk.ts';
import { openRows, tab } from './support/orders.ts';
import { test } from './support/test.ts';
import { signInAsNewUser } from './support/users.ts';

let desk: Desk;
let errors: string[];
test.beforeAll(({ simulatedDesk }) => {
  desk = simulatedDesk;
});
test.beforeEach(({ page }) => {
  errors = watchForErrors(page);
});
test.afterEach(() => {
  expect(errors).toEqual([]);
});

/** A program with a key of the user that may read and propose, and the user's account. */
async function programOf({ userName }: Credentials) {
  const { repositories } = await desk.adminContext();
  const user = await repositories.users.byName(userName);
  if (!user) throw new Error('the user was created');
  const [keyId, secret] = [newKeyId(), newSecret()];
  await repositories.apiKeys.add(
    {
      ...{ keyId, userId: user.userId, name: 'Assistant', secretHash: secretHashOf(secret) },
      ...{ scopes: ['read', 'propose'], accounts: [], addresses: [], createdAtMs: Date.now() },
      ...{ expiresAtMs: null, revokedAtMs: null, used: null },
    },
    { maxCount: 25, forgetBeforeMs: 0 },
    { entryId: keyId, atMs: Date.now(), actor: 'a test', command: 'create API key', outcome: 'done' },
  );
  const [account] = await repositories.accounts.ofUser(user.userId);
  if (!account) throw new Error('the user has an account');
  const program = createTapedeckClient({ url: desk.baseUrl, key: keyText({ keyId, secret }) });
  return { program, account: account.account };
}

test('a program proposes an order, the user confirms it by the keyboard, and it is in Open Orders', async ({
  page,
}) => {
  const { program, account } = await programOf(await signInAsNewUser(page, desk));
  await tab(page, 'Open Orders').click();
  await expect(openRows(page)).toHaveCount(0);
  const { items } = await program.quotes(['SPY']);
  const price = (Number(items[0]?.bid) * 0.97).toFixed(2);
  const order = { account, symbol: 'SPY', side: 'Buy', quantity: 7, type: 'Limit', price } as const;
  const proposal = await program.call('proposalCreate', { params: {}, body: { order, note: 'Support' } });
  expect(proposal).toMatchObject({ state: 'Open', workstations: 1 });

  const request = page.getByRole('article', { name: /“Assistant” requests an order/ });
  await expect(request).toContainText(`Buy 7 SPY at ${price}`);
  await expect(request).toContainText(`${account} (paper)`);
  // The quote that the user decides by.
  await expect(request).toContainText(/Bid \/ ask now[\d,]+\.\d\d \/ [\d,]+\.\d\d/);
  await page.keyboard.press('F8');
  await expect(request.getByRole('button', { name: 'Reject' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(request.getByRole('button', { name: 'Send order' })).toBeFocused();
  await expect(async () => {
    // A press right after the request has appeared does not count.
    await page.keyboard.press('Enter');
    await expect(request.getByText('The order was sent.')).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await expect(openRows(page)).toHaveCount(1);
  const ended = await program.call('proposal', { params: { proposalId: proposal.id } });
  expect(ended).toMatchObject({ state: 'Sent', orderId: expect.stringMatching(/^\d+$/) });
});
