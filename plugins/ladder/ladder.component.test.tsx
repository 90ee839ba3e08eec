import { fireEvent, screen, within } from '@testing-library/dom';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  answerMarket,
  fill,
  renderTool,
  type MemoryServer,
  type OrdersServer,
} from '../../src/testing/index.ts';
import { ladder } from './manifest.ts';
import { arm, cell, frame, grid, isArmed, ladderServer, renderLadder } from './testing/ladder-page.ts';

let server: MemoryServer;
let account: OrdersServer;
beforeEach(() => {
  ({ server, account } = ladderServer());
});

const statusOf = (index = -1) => account.orders.at(index)?.Status;

test('shows what the exchanges display, added up at each price', async () => {
  await renderLadder(server);
  expect([
    cell('100.01', 'ask').textContent,
    cell('99.98', 'bid').textContent,
    cell('100.00', 'bid').textContent,
  ]).toEqual(['400', '400', '']);
});

test('shows no prices before it knows how many rows fit, so that the first ones do not move under a pointer', async () => {
  let measure = (): void => {};
  class LateObserver extends ResizeObserver {
    override observe(element: Element): void {
      if (element.matches('[data-tool="ladder"] [role="rowgroup"]')) measure = () => super.observe(element);
      else super.observe(element);
    }
  }
  vi.stubGlobal('ResizeObserver', LateObserver);
  await renderTool(ladder, server, { Symbol: 'AAPL', Quantity: 20 });
  await within(frame()).findByText('99.99');
  expect(() => cell('99.99', 'bid')).toThrow();
  measure();
  await expect.poll(() => cell('99.99', 'bid').textContent).toBe('200');
});

test('a click opens the order ticket with price and quantity until the ladder is armed', async () => {
  const { user } = await renderLadder(server);
  await user.click(cell('99.95', 'bid'));
  await screen.findByRole('button', { name: 'Buy 20 AAPL at 99.95' });
  expect(account.orders).toEqual([]);
});

test('a click with Ctrl opens the ticket of a stop', async () => {
  const { user } = await renderLadder(server);
  await user.keyboard('{Control>}');
  await user.click(cell('100.10', 'bid'));
  await user.keyboard('{/Control}');
  await screen.findByRole('button', { name: /^Buy 20 AAPL .*STOP.* 100\.10/i });
});

test('armed, a click sends the order at once; it stands in its row, and the middle button cancels it', async () => {
  const { user } = await renderLadder(server);
  await arm(user);
  expect(screen.getByRole('button', { name: /LADDER ARMED/ })).toBeDefined();
  await user.click(cell('99.95', 'bid'));
  await expect
    .poll(() => account.orders.map(({ Side, Price, Unfill }) => [Side, Price, Unfill]))
    .toEqual([['Buy', 99.95, 20]]);
  await expect.poll(() => cell('99.95', 'buys').textContent).toBe('20');
  fireEvent.pointerDown(cell('99.95', 'buys'), { button: 1 });
  await expect.poll(() => statusOf()).toBe('Cancelled');
  await expect.poll(() => cell('99.95', 'buys').textContent).toBe('');
});

test('sells what is not held as a short sale, and shows the position with its profit at each price', async () => {
  const { user } = await renderLadder(server);
  await arm(user);
  await user.click(cell('99.99', 'ask'));
  await expect.poll(() => account.orders.map(({ Side }) => Side)).toEqual(['Short']);
  await expect
    .poll(() => frame().querySelector('[data-fact="position"]')?.textContent)
    .toBe('Short 20 @ 99.99');
  await expect.poll(() => cell('99.79', 'profit').textContent).toBe('+4');
  expect(cell('100.19', 'profit').textContent).toBe('-4');
});

test('a price far through the market needs a confirmation', async () => {
  const { user, window } = await renderLadder(server);
  window.update({ RowStep: 0.5 });
  await arm(user);
  await user.click(cell('103.00', 'bid'));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Price far from the market' }));
  dialog.getByText(/Buy 20 AAPL at 103\.00 is 3\.0 % through the ask of 100\.01/);
  await user.click(dialog.getByRole('button', { name: 'Do not send' }));
  expect(account.orders).toEqual([]);
});

test('its rows stand as far apart as is chosen', async () => {
  const { user } = await renderLadder(server);
  await user.click(within(frame()).getByRole('combobox', { name: 'Distance of rows' }));
  await user.click(await screen.findByRole('option', { name: '0.05 a row' }));
  await expect.poll(() => cell('99.95', 'bid').textContent).toBe('600');
  expect(cell('100.05', 'ask').textContent).toBe('400');
});

test('by keys alone: the cursor goes to the market, Enter sends, Alt and an arrow moves, Delete cancels, Escape disarms', async () => {
  const { user } = await renderLadder(server);
  await arm(user);
  grid().focus();
  await user.keyboard('{Home}{ArrowDown}{ArrowDown}');
  await expect
    .poll(() => grid().getAttribute('aria-activedescendant') === cell('99.97', 'bid').parentElement?.id)
    .toBe(true);
  await user.keyboard('{Enter}');
  await expect.poll(() => cell('99.97', 'buys').textContent).toBe('20');
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await expect.poll(() => account.orders.map(({ Price }) => Price)).toEqual([99.98]);
  await expect.poll(() => cell('99.98', 'buys').textContent).toBe('20 · 400');
  await user.keyboard('{Delete}');
  await expect.poll(() => statusOf()).toBe('Cancelled');
  await user.keyboard('{+}{Escape}');
  await expect.poll(isArmed).toBe(false);
  expect(within(frame()).getByRole<HTMLInputElement>('textbox', { name: 'Quantity' }).value).toBe('30');
});

test('another symbol disarms it, and so does a hidden window', async () => {
  const { user, window } = await renderLadder(server);
  await arm(user);
  window.update({ Symbol: 'MSFT' });
  await expect.poll(() => within(frame()).queryByRole('button', { name: 'Arm' })).not.toBeNull();
  expect(screen.queryByRole('button', { name: /LADDER ARMED/ })).toBeNull();
});

test('a lost connection disarms it, and says so; it is armed again by the user alone', async () => {
  const { user, desk } = await renderLadder(server);
  await arm(user);
  server.drop('trading');
  await screen.findAllByText(/^The connection to the server was lost: the ladder is not armed any more\./);
  expect([isArmed(), screen.queryByRole('button', { name: /LADDER ARMED/ })]).toEqual([false, null]);
  await user.click(within(frame()).getByRole('button', { name: 'Arm' }));
  await screen.findAllByText('There is no connection to the server. Arm when it is back.');
  desk.platform.session.reconnect();
  await expect.poll(() => desk.platform.session.get().connections.trading.status).toBe('open');
  expect(isArmed()).toBe(false);
  await arm(user);
});

const OPTION = 'AAPL261218C00100000';
const withOption = () =>
  answerMarket(server, { AAPL: 'Apple Inc', MSFT: 'Microsoft Corp', [OPTION]: 'Apple Inc' });

test('a quantity of shares does not become one of contracts, nor the other way round', async () => {
  withOption();
  const { user, window } = await renderLadder(server);
  const field = () => within(frame()).getByRole<HTMLInputElement>('textbox', { name: 'Quantity' });
  window.update({ Symbol: OPTION });
  await expect.poll(() => field().value).toBe('1');
  await fill(user, field(), '3');
  await user.tab();
  window.update({ Symbol: 'MSFT' });
  await expect.poll(() => field().value).toBe('20');
  window.update({ Symbol: OPTION });
  await expect.poll(() => field().value).toBe('3');
});

test('opened on an option it begins with a contract, and an order has as many', async () => {
  withOption();
  const { user } = await renderTool(ladder, server, { Symbol: OPTION });
  const field = () => within(frame()).getByRole<HTMLInputElement>('textbox', { name: 'Quantity' });
  await expect.poll(() => field().value).toBe('1');
  await expect.poll(() => cell('99.99', 'bid').textContent).toBe('200');
  await user.click(cell('99.95', 'bid'));
  await screen.findByRole('button', { name: "Buy 1 AAPL Dec 18 '26 100 Call at 99.95" });
});

test('stays off when its symbol changed while the question was open', async () => {
  const { user, window } = await renderLadder(server);
  await user.click(within(frame()).getByRole('button', { name: 'Arm' }));
  const yes = await screen.findByRole('button', { name: 'Arm' });
  window.update({ Symbol: 'MSFT' });
  await expect.poll(() => grid().getAttribute('aria-label')).toBe('Price ladder of MSFT');
  await user.click(yes);
  await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull();
  expect(isArmed()).toBe(false);
});

test('a quantity that is none is reported and sends nothing, and orders can be cancelled all the same', async () => {
  const { user } = await renderLadder(server);
  await arm(user);
  await user.click(cell('99.94', 'bid'));
  await expect.poll(() => cell('99.94', 'buys').textContent).toBe('20');
  await fill(user, within(frame()).getByRole('textbox', { name: 'Quantity' }), '0');
  await within(frame()).findByText(/^Enter a whole number from 1 to/);
  await user.click(cell('99.95', 'bid'));
  await screen.findByText(/^Nothing was sent\. Quantity: Enter a whole number/);
  expect(account.orders.length).toBe(1);
  fireEvent.pointerDown(cell('99.94', 'buys'), { button: 1 });
  await expect.poll(() => statusOf()).toBe('Cancelled');
});

test('the size of an order is calculated at the price of each row from dollars, or from the loss at a stop', async () => {
  const { user } = await renderLadder(server);
  const size = () => frame().querySelector('[data-fact="size"]')?.textContent;
  const choose = async (name: string) => {
    await user.click(within(frame()).getByRole('combobox', { name: 'Size by' }));
    await user.click(await screen.findByRole('option', { name }));
  };
  await choose('Dollars');
  await expect.poll(size).toBe('Enter an amount above zero');
  await arm(user);
  await user.click(cell('99.95', 'bid'));
  await screen.findByText('Nothing was sent. Quantity: Enter an amount above zero.');
  await fill(user, within(frame()).getByRole('textbox', { name: 'Amount, $' }), '5000');
  await expect.poll(size).toBe('Buys 49');
  await user.click(cell('99.95', 'bid'));
  await expect.poll(() => account.orders.map(({ Price, Unfill }) => [Price, Unfill])).toEqual([[99.95, 50]]);
  await choose('$ at risk');
  await fill(user, within(frame()).getByRole('textbox', { name: 'Loss at the stop, $' }), '30');
  await fill(user, within(frame()).getByRole('textbox', { name: 'Distance of the stop, $' }), '0.4');
  await expect.poll(size).toBe('Buys 75');
  await user.click(cell('99.94', 'bid'));
  await expect
    .poll(() => account.orders.map(({ Price, Unfill }) => [Price, Unfill]))
    .toEqual(expect.arrayContaining([[99.94, 75]]));
});

test('a demo, which may not trade, sees the ladder and cannot arm it', async () => {
  server.isDemo = true;
  await renderLadder(server);
  expect(within(frame()).getByRole('button', { name: 'Arm' }).matches(':disabled')).toBe(true);
});

test('reports an unknown symbol and offers the choice of another', async () => {
  await renderTool(ladder, server, { Symbol: 'NOSUCH' });
  await within(frame()).findByText('There is no symbol NOSUCH');
  within(frame()).getByRole('button', { name: 'Choose a symbol' });
});
