import { screen, within } from '@testing-library/dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { report } from '../../src/client/testing/fixtures.ts';
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

const refusal = () => within(ticket()).getByRole('alert').textContent;

test('reports a second press, and removes the message by itself', async () => {
  const user = await restingTicket();
  const send = () => within(ticket()).getByRole('button', { name: /^Buy 100 AAPL/ });
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  await user.dblClick(send());
  await expect.poll(refusal).toMatch(/^Sent once: /);
  await vi.advanceTimersByTimeAsync(60_000);
  await expect.poll(refusal).toBe('');
  expect(orders()).toHaveLength(1);
});

test('removes the message that the order before has no answer when the answer comes', async () => {
  const sent: string[] = [];
  server.on('orderSend', ({ ClientId }) => sent.push(ClientId));
  const user = await restingTicket();
  await user.click(within(ticket()).getByRole('button', { name: /^Buy 100 AAPL/ }));
  await expect.poll(orders).toHaveLength(1);
  await fill(user, field('Quantity'), '7');
  await user.click(within(ticket()).getByRole('button', { name: /^Buy 7 AAPL/ }));
  await expect.poll(refusal).toContain('has not answered');
  expect(orders()).toHaveLength(1);
  for (const ClientId of sent) server.send('trading', 'executionReport', report({ ClientId }));
  await expect.poll(refusal).toBe('');
});

test('gives the reason for a missing bid, and for a bid above the ask', async () => {
  await restingTicket();
  const quote = (B: number, A: number) =>
    server.send('streaming', 'quote', {
      S: 'AAPL',
      B,
      BS: B === 0 ? 0 : 5,
      BE: 'ARCA',
      A,
      AS: 5,
      AE: 'ARCA',
      TS: Date.now(),
    });
  const titleOf = (name: RegExp) => within(ticket()).getByRole('button', { name }).title;
  quote(0, 100.05);
  await expect.poll(() => titleOf(/^Bid/)).toBe('No bid');
  quote(100.2, 100.05);
  await expect.poll(() => titleOf(/^Bid/)).toContain('Crossed quote: the bid is above the ask');
});
