import { screen, waitFor, within } from '@testing-library/dom';
import { beforeEach, expect, test } from 'vitest';
import {
  answerOrders,
  collectSavedFiles,
  createDeskServer,
  renderTool,
  type MemoryServer,
  type OrdersServer,
  type RenderedTool,
} from '../../../src/testing/index.ts';
import { orderEntry } from '../manifest.ts';

let server: MemoryServer;
let account: OrdersServer;
beforeEach(() => {
  server = createDeskServer();
  account = answerOrders(server);
});

type User = RenderedTool['user'];

const ticket = () =>
  within(document.querySelector<HTMLElement>('[data-tool="order-entry"]') ?? document.body);
const editor = () => within(screen.getByRole('dialog', { name: 'Order keys' }));
const order = (line: number) =>
  editor().getByRole<HTMLInputElement>('textbox', { name: `Order of key ${line}` });
const key = (line: number) => editor().getByRole('button', { name: new RegExp(`^Key ${line}: `) });
const orders = () =>
  editor()
    .getAllByRole<HTMLInputElement>('textbox')
    .map(({ value }) => value);
const rehearsal = () => editor().getByRole('status').textContent;

/** An Order Entry window for AAPL (bid 99.99, ask 100.01) with the editor of the order keys above it. */
async function openEditor(): Promise<RenderedTool> {
  const rendered = await renderTool(orderEntry, server, { Symbol: 'AAPL' });
  await ticket().findByRole('button', { name: 'Buy 100 AAPL at market' });
  await rendered.user.click(ticket().getByRole('button', { name: 'Edit order keys' }));
  await screen.findByRole('dialog', { name: 'Order keys' });
  return rendered;
}

/** At once: each letter that is typed checks all lines, and the test is about the whole text. */
async function enter(user: User, field: HTMLElement, text: string): Promise<void> {
  await user.clear(field);
  await user.paste(text);
}

async function record(user: User, line: number, keys: string): Promise<void> {
  await user.click(key(line));
  await user.keyboard(keys);
}

test('keys are recorded and their texts checked while typing; conflicts hold back the saving', async () => {
  const { user, desk } = await openEditor();
  expect(orders()).toHaveLength(5);
  const save = () => editor().getByRole('button', { name: 'Save' });
  await user.click(editor().getByRole('button', { name: 'Add key' }));
  await editor().findByText('Choose a key');
  await enter(user, order(6), 'Buy 100 at');
  await editor().findByText('Expected market, bid, ask, mid or last at the end');
  await enter(user, order(6), 'buy 100 at ask+0.02 ioc');
  await expect.poll(() => editor().queryByText(/^Expected/)).toBeNull();

  await record(user, 6, '{Control>}b{/Control}');
  await editor().findByText(/^Keys with Ctrl and function keys also act while you type\./);
  await user.keyboard('{Shift>}b{/Shift}');
  await expect.poll(() => editor().getAllByText('Shift+B is the key of two lines').length).toBe(2);
  expect(save().getAttribute('aria-disabled')).toBe('true');
  await record(user, 6, '{Escape}');
  expect(key(6).textContent).toBe('Shift+B');
  await record(user, 6, '{Alt>}1{/Alt}');
  await expect.poll(() => save().getAttribute('aria-disabled')).not.toBe('true');
  await user.click(editor().getByRole('button', { name: 'Remove key 1' }));
  await user.click(save());
  await expect.poll(() => screen.queryByRole('dialog', { name: 'Order keys' })).toBeNull();
  expect(desk.platform.settings.saved.get().orderKeys?.map((each) => `${each.key} ${each.text}`)).toEqual([
    'Shift+KeyS Sell ticket quantity at bid',
    'Shift+KeyX Cancel last',
    'Shift+KeyC Cancel symbol',
    'Shift+KeyF Flatten symbol',
    'Alt+Digit1 Buy 100 at ask + 0.02 IOC',
  ]);
});

test('a saved key trades once it is armed', async () => {
  const { user } = await openEditor();
  await enter(user, order(1), 'Buy $5000 at ask + 0.02 IOC');
  await user.click(editor().getByRole('button', { name: 'Save' }));
  await expect.poll(() => screen.queryByRole('dialog', { name: 'Order keys' })).toBeNull();
  await user.click(ticket().getByRole('button', { name: 'Keys off' }));
  const question = await screen.findByRole('alertdialog', { name: 'Arm the order keys?' });
  expect(question.textContent).toContain('Shift+B  Buy $5000 at ask + 0.02 IOC');
  await user.click(within(question).getByRole('button', { name: 'Arm' }));
  await ticket().findByRole('button', { name: 'KEYS ARMED' });
  ticket().getByRole('button', { name: 'KEYS ARMED' }).focus();
  await user.keyboard('{Shift>}b{/Shift}');
  await expect
    .poll(() => account.orders.map(({ Side, Quantity, Price, TifType }) => [Side, Quantity, Price, TifType]))
    .toEqual([['Buy', 49, 100.03, 'ImmediateOrCancel']]);
});

test('the test mode shows the order of a press with its figures, and sends nothing', async () => {
  const { user } = await openEditor();
  const box = editor().getByRole('checkbox', { name: /^Test mode/ });
  box.focus();
  await user.keyboard('{Shift>}b{/Shift}');
  expect(rehearsal()).toBe('');
  await user.click(box);
  await expect.poll(rehearsal).toBe('Press an order key outside of the fields.');
  await user.keyboard('{Shift>}b{/Shift}');
  await expect
    .poll(rehearsal)
    .toBe('Shift+B: Buy 100 AAPL at 100.01 · value 10,001.00 · position after the fill 100');
  await user.keyboard('{Shift>}f{/Shift}');
  await expect.poll(rehearsal).toBe('Shift+F: Flatten AAPL');
  await user.keyboard('{Shift>}q{/Shift}');
  await expect.poll(rehearsal).toBe('Shift+Q is no order key');
  await enter(user, order(1), 'Sell all at bid');
  editor()
    .getByRole('checkbox', { name: /^Test mode/ })
    .focus();
  await user.keyboard('{Shift>}b{/Shift}');
  await expect.poll(rehearsal).toBe('Shift+B: Nothing: There is no long position in AAPL.');
  expect(account.orders).toEqual([]);
});

test('keys are exported and imported as a file, of which a damaged part is left out and reported', async () => {
  const files = collectSavedFiles();
  const { user } = await openEditor();
  await user.click(editor().getByRole('button', { name: 'Export' }));
  await expect.poll(() => files.length).toBe(1);
  const text = (await files[0]?.data.text()) ?? '';
  expect(JSON.parse(text)).toMatchObject({ Format: 'tapedeck-order-keys', Version: 1 });
  const damaged = text.replace('Cancel last', 'Cancel the last');
  const input = editor().getByLabelText('File with order keys');
  await user.upload(input, new File([damaged], 'keys.json', { type: 'application/json' }));
  await waitFor(() => expect(orders()).toHaveLength(4));
  await editor().findByText(/^Key 3: Expected "last", "symbol" or "all" at character 8/);
  await user.upload(input, new File(['{'], 'keys.json', { type: 'application/json' }));
  await editor().findByText('This file is damaged: it is no JSON text.');
  expect(orders()).toHaveLength(4);
});

test('changes are not lost by Escape without a question', async () => {
  const { user, desk } = await openEditor();
  await user.click(editor().getByRole('button', { name: 'Remove key 1' }));
  await user.keyboard('{Escape}');
  const question = await screen.findByRole('alertdialog');
  await user.click(within(question).getByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(orders()).toHaveLength(4));
  await user.click(editor().getByRole('button', { name: 'Defaults' }));
  await user.keyboard('{Escape}');
  await expect.poll(() => screen.queryByRole('dialog', { name: 'Order keys' })).toBeNull();
  expect(desk.platform.settings.saved.get().orderKeys).toBeNull();
});

test('the focus follows the lines: to an added one, to the line after a removed one, and back to the opener', async () => {
  const { user } = await openEditor();
  const focused = () =>
    document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent;
  const removal = (line: number) => editor().getByRole('button', { name: `Remove key ${line}` });
  await user.click(editor().getByRole('button', { name: 'Add key' }));
  await expect.poll(focused).toBe('Key 6: No key');
  removal(2).focus();
  await user.keyboard('{Enter}');
  await expect.poll(() => orders().length).toBe(5);
  expect(document.activeElement).toBe(removal(2));
  removal(5).focus();
  await user.keyboard('{Enter}');
  await expect.poll(() => orders().length).toBe(4);
  expect(document.activeElement).toBe(removal(4));
  await user.click(editor().getByRole('button', { name: 'Defaults' }));
  await expect.poll(() => orders().length).toBe(5);
  expect(focused()).toBe('Defaults');
  removal(5).focus();
  await user.keyboard('{Enter}');
  await expect.poll(() => orders().length).toBe(4);
  for (let left = 3; left > 0; left -= 1) {
    await user.keyboard('{Enter}');
    await expect.poll(() => orders().length).toBe(left);
  }
  await user.keyboard('{Enter}');
  await expect.poll(focused).toBe('There is no order key.');
  await user.click(editor().getByRole('button', { name: 'Defaults' }));
  await user.click(editor().getByRole('button', { name: 'Cancel' }));
  await expect.poll(() => screen.queryByRole('dialog', { name: 'Order keys' })).toBeNull();
  await expect.poll(focused).toBe('Edit order keys');
});
