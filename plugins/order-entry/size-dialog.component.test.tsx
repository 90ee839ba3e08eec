import { screen, within } from '@testing-library/dom';
import { beforeEach, expect, test } from 'vitest';
import {
  answerOrders,
  createDeskServer,
  fill,
  renderTool,
  type MemoryServer,
  type RenderedTool,
} from '../../src/testing/index.ts';
import { orderEntry } from './manifest.ts';

let server: MemoryServer;
beforeEach(() => {
  server = createDeskServer();
  answerOrders(server);
});

type User = RenderedTool['user'];

const ticket = () =>
  within(document.querySelector<HTMLElement>('[data-tool="order-entry"]') ?? document.body);
const quantity = () => ticket().getByRole<HTMLInputElement>('textbox', { name: 'Quantity' }).value;
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Calculate quantity' }));

async function choose(user: User, within_: ReturnType<typeof within>, label: string, option: string) {
  await user.click(within_.getByRole('combobox', { name: label }));
  await user.click(await screen.findByRole('option', { name: option }));
}
/** A ticket for AAPL with a limit of 186.40. */
async function renderLimit(): Promise<User> {
  const { user } = await renderTool(orderEntry, server, { Symbol: 'AAPL' });
  await ticket().findByRole('button', { name: 'Buy 100 AAPL at market' });
  await choose(user, ticket(), 'Type', 'Limit (LMT)');
  await fill(user, ticket().getByRole('textbox', { name: 'Price' }), '186.40');
  return user;
}

test('a quantity is calculated from dollars, a share of the account, and the loss at a stop, and put into the ticket', async () => {
  const user = await renderLimit();
  await user.click(ticket().getByRole('button', { name: 'Calculate quantity' }));
  let form = await dialog();
  const use = () => form.getByRole('button', { name: 'Use quantity' });
  await form.findByText('Enter an amount above zero');
  expect(use().getAttribute('aria-disabled')).toBe('true');
  await fill(user, form.getByRole('textbox', { name: 'Amount, $' }), '5000');
  await form.findByText('26 shares at 186.40: 4,846.40');
  await user.keyboard('{Enter}');
  await expect.poll(quantity).toBe('26');

  await user.click(ticket().getByRole('button', { name: 'Calculate quantity' }));
  form = await dialog();
  expect(form.getByRole<HTMLInputElement>('textbox', { name: 'Amount, $' }).value).toBe('5,000');
  await choose(user, form, 'Size by', 'Per cent of account value');
  // Another measure begins empty: 5,000 dollars are not 5,000 per cent.
  await form.findByText('Enter an amount above zero');
  // The account has 1,000 dollars.
  await fill(user, form.getByRole('textbox', { name: 'Per cent' }), '200');
  await form.findByText('10 shares at 186.40: 1,864.00');
  await choose(user, form, 'Size by', 'Dollars at risk');
  await fill(user, form.getByRole('textbox', { name: 'Loss at the stop, $' }), '250');
  await form.findByText('Enter the stop price');
  await fill(user, form.getByRole('textbox', { name: 'Stop price' }), '190');
  await form.findByText('The stop is on the profit side of the price');
  await fill(user, form.getByRole('textbox', { name: 'Stop price' }), '184.30');
  await form.findByText('119 shares at 186.40: 22,181.60');
  await user.click(use());
  await expect.poll(quantity).toBe('119');
});

test('the stop that the ticket attaches is the one of the risk, and a cancelled dialog changes nothing', async () => {
  const user = await renderLimit();
  await choose(user, ticket(), 'Attach', 'Target and stop');
  await choose(user, ticket(), 'Exit stop as', '$ from fill');
  await fill(user, ticket().getByRole('textbox', { name: 'Exit stop' }), '2.10');
  await user.click(ticket().getByRole('button', { name: 'Calculate quantity' }));
  const form = await dialog();
  await choose(user, form, 'Size by', 'Dollars at risk');
  expect(form.getByRole<HTMLInputElement>('textbox', { name: 'Stop price' }).value).toBe('184.30');
  await fill(user, form.getByRole('textbox', { name: 'Loss at the stop, $' }), '250');
  await form.findByText(/^119 shares/);
  await user.click(form.getByRole('button', { name: 'Cancel' }));
  await expect.poll(quantity).toBe('100');
});
