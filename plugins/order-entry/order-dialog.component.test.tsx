import { screen, within } from '@testing-library/dom';
import { beforeEach, expect, test } from 'vitest';
import {
  createDeskServer,
  fill,
  renderTool,
  type MemoryServer,
  type RenderedTool,
} from '../../src/testing/index.ts';
import { marketView } from '../market-view/manifest.ts';

let server: MemoryServer;
beforeEach(() => {
  server = createDeskServer();
});

type User = RenderedTool['user'];

const ticket = () => screen.getByRole('dialog', { name: 'Order entry' });
const field = (name: string) =>
  within(ticket()).getByLabelText<HTMLInputElement>(name, { selector: 'input' });
const messages = () => {
  const list = within(ticket()).queryByRole('list', { name: 'Order messages' });
  return list === null ? [] : within(list).queryAllByRole('listitem');
};
const orders = () => server.received('trading').filter(({ name }) => name === 'orderSend');

/** Opens the ticket of a watched symbol and makes it a limit order far below the market. */
async function restingTicket(): Promise<User> {
  const { frame, user } = await renderTool(marketView, server, { Symbols: ['AAPL'] });
  await user.click(await within(frame).findByRole('button', { name: 'Trade AAPL' }));
  await screen.findByRole('dialog', { name: 'Order entry' });
  await user.click(await within(ticket()).findByLabelText('Type'));
  await user.click(await screen.findByRole('option', { name: 'Limit (LMT)' }));
  await expect.poll(() => within(ticket()).queryByLabelText('Price', { selector: 'input' })).not.toBeNull();
  await fill(user, field('Price'), '1.25');
  return user;
}

test('sends no order without a quantity, or with one that is too large', async () => {
  const user = await restingTicket();
  await fill(user, field('Quantity'), '');
  await user.click(within(ticket()).getByRole('button', { name: /^Buy … AAPL/ }));
  await expect.poll(() => ticket().textContent).toContain('Enter a quantity');
  await fill(user, field('Quantity'), '2000000000');
  await user.click(within(ticket()).getByRole('button', { name: /^Buy .*AAPL/ }));
  await expect.poll(() => ticket().textContent).toMatch(/At most [\d,]+ shares per order/);
  expect(messages()).toEqual([]);
  expect(orders()).toEqual([]);
});

test('sends what was typed or nothing: it corrects no quantity and no price', async () => {
  const user = await restingTicket();
  for (const typed of ['0', '-5', '0.5', '1e3', '1k']) {
    await fill(user, field('Quantity'), typed);
    await user.keyboard('{Enter}');
    await expect.poll(() => ticket().textContent).toContain('Enter a whole number from 1 up');
    expect(field('Quantity').value).toBe(typed);
  }
  await fill(user, field('Quantity'), '3');
  await fill(user, field('Price'), '99999999999');
  await user.keyboard('{Enter}');
  await expect.poll(() => ticket().textContent).toContain('At most $1,000,000,000.00 per order');
  expect(messages()).toEqual([]);
  expect(orders()).toEqual([]);
});
