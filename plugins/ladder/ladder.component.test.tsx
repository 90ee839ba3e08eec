import { fireEvent, screen, within } from '@testing-library/dom';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Body } from '../../src/protocol/index.ts';
import {
  answerMarket,
  answerOrders,
  createDeskServer,
  fill,
  renderTool,
  type MemoryServer,
  type OrdersServer,
  type RenderedTool,
} from '../../src/testing/index.ts';
import { ladder } from './manifest.ts';

const BBO: Body<'bboAnswer'>['Items'] = [
  { Exchange: 'ARCA', Bid: 99.99, BidSize: 200, Ask: 100.01, AskSize: 300 },
  { Exchange: 'NSDQ', Bid: 99.98, BidSize: 400, Ask: 100.01, AskSize: 100 },
];

let server: MemoryServer;
let account: OrdersServer;
beforeEach(() => {
  server = createDeskServer();
  account = answerOrders(server);
  server.on('bbo', ({ Id }) =>
    server.send('data', 'bboAnswer', { Id, Result: 'Ok', HasMore: false, Items: BBO }),
  );
});

const frame = () => document.querySelector<HTMLElement>('[data-tool="ladder"]') ?? document.body;
/** By attribute: roles of a whole page of rows take long to compute. */
const grid = () => frame().querySelector<HTMLElement>('[role="grid"]') ?? document.body;
/** The cell of a column at a price. */
function cell(price: string, column: string): HTMLElement {
  const row = [...grid().querySelectorAll<HTMLElement>('[data-row]')].find(
    (each) => each.querySelector('[data-column="price"]')?.textContent === price,
  );
  const found = row?.querySelector<HTMLElement>(`[data-column="${column}"]`);
  if (found === null || found === undefined) throw new Error(`There is no row of ${price}`);
  return found;
}
const statusOf = (index = -1) => account.orders.at(index)?.Status;
const isArmed = () => within(frame()).queryByRole('button', { name: 'ARMED' }) !== null;

/** A ladder on AAPL that shows its market. */
async function renderLadder(): Promise<RenderedTool> {
  const rendered = await renderTool(ladder, server, { Symbol: 'AAPL', Quantity: 20 });
  await expect.poll(() => cell('99.99', 'bid').textContent).toBe('200');
  return rendered;
}
async function arm(user: RenderedTool['user']): Promise<void> {
  await user.click(within(frame()).getByRole('button', { name: 'Arm' }));
  await user.click(await screen.findByRole('button', { name: 'Arm' }));
  await expect.poll(isArmed).toBe(true);
}

test('shows what the exchanges display, added up at each price', async () => {
  await renderLadder();
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
  const { user } = await renderLadder();
  await user.click(cell('99.95', 'bid'));
  await screen.findByRole('button', { name: 'Buy 20 AAPL at 99.95' });
  expect(account.orders).toEqual([]);
});

test('a click with Ctrl opens the ticket of a stop', async () => {
  const { user } = await renderLadder();
  await user.keyboard('{Control>}');
  await user.click(cell('100.10', 'bid'));
  await user.keyboard('{/Control}');
  await screen.findByRole('button', { name: /^Buy 20 AAPL .*STOP.* 100\.10/i });
});

test('armed, a click sends the order at once; it stands in its row, and the middle button cancels it', async () => {
  const { user } = await renderLadder();
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
  const { user } = await renderLadder();
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
  const { user, window } = await renderLadder();
  window.update({ RowStep: 0.5 });
  await arm(user);
  await user.click(cell('103.00', 'bid'));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Price far from the market' }));
  dialog.getByText(/Buy 20 AAPL at 103\.00 is 3\.0 % through the ask of 100\.01/);
  await user.click(dialog.getByRole('button', { name: 'Do not send' }));
  expect(account.orders).toEqual([]);
});

test('its rows stand as far apart as is chosen', async () => {
  const { user } = await renderLadder();
  await user.click(within(frame()).getByRole('combobox', { name: 'Distance of rows' }));
  await user.click(await screen.findByRole('option', { name: '0.05 a row' }));
  await expect.poll(() => cell('99.95', 'bid').textContent).toBe('600');
  expect(cell('100.05', 'ask').textContent).toBe('400');
});

test('by keys alone: the cursor goes to the market, Enter sends, Alt and an arrow moves, Delete cancels, Escape disarms', async () => {
  const { user } = await renderLadder();
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
  const { user, window } = await renderLadder();
  await arm(user);
  window.update({ Symbol: 'MSFT' });
  await expect.poll(() => within(frame()).queryByRole('button', { name: 'Arm' })).not.toBeNull();
  expect(screen.queryByRole('button', { name: /LADDER ARMED/ })).toBeNull();
});

test('a lost connection disarms it, and says so; it is armed again by the user alone', async () => {
  const { user, desk } = await renderLadder();
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
  const { user, window } = await renderLadder();
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
  const { user, window } = await renderLadder();
  await user.click(within(frame()).getByRole('button', { name: 'Arm' }));
  const yes = await screen.findByRole('button', { name: 'Arm' });
  window.update({ Symbol: 'MSFT' });
  await expect.poll(() => grid().getAttribute('aria-label')).toBe('Price ladder of MSFT');
  await user.click(yes);
  await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull();
  expect(isArmed()).toBe(false);
});

test('a quantity that is none is reported and sends nothing, and orders can be cancelled all the same', async () => {
  const { user } = await renderLadder();
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

/** Places an order that waits until the last trade is at 99.94 or below. */
const placeWaiting = (desk: RenderedTool['desk']) =>
  desk.platform.groups.place({
    kind: 'Conditional',
    order: {
      symbol: 'AAPL',
      side: 'Buy',
      quantity: 20,
      type: 'Market',
      price: null,
      destination: 'SMART',
      route: 'AUTO',
    },
    condition: { basis: 'Last', symbol: 'AAPL', direction: 'AtOrBelow', price: 99.94 },
  });
/** Drags the mark of one row to another: the document has no layout, so that rows are 20 px high from its top on. */
function drag(from: HTMLElement, to: HTMLElement): void {
  const rows = from.closest<HTMLElement>('[role="rowgroup"]') ?? document.body;
  const yOf = (element: HTMLElement) =>
    Number(element.closest<HTMLElement>('[data-row]')?.dataset['row']) * 20 + 10;
  // jsdom captures no pointers.
  rows.setPointerCapture = () => {};
  fireEvent.pointerDown(from, { button: 0, clientY: yOf(from) });
  fireEvent.pointerMove(rows, { clientY: yOf(to) });
  fireEvent.pointerUp(rows, { clientY: yOf(to) });
}
const levels = () =>
  server.received('trading').flatMap(({ name, body }) =>
    // The body of the message of this name.
    name === 'orderGroupTermsChange' ? [(body as Body<'orderGroupTermsChange'>).Condition] : [],
  );

test('armed, the level of an order that waits is dragged to another row at once; a refusal leaves it where it was and says why', async () => {
  const { user, desk } = await renderLadder();
  await arm(user);
  await placeWaiting(desk);
  await expect.poll(() => cell('99.94', 'buys').textContent).toBe('20 if');
  drag(cell('99.94', 'buys'), cell('99.92', 'buys'));
  await expect.poll(() => cell('99.92', 'buys').textContent).toBe('20 if');
  expect(cell('99.94', 'buys').textContent).toBe('');
  expect(levels()).toEqual([{ Basis: 'Last', Symbol: 'AAPL', Direction: 'AtOrBelow', Price: 99.92 }]);
  server.on('orderGroupTermsChange', ({ Account, ClientId }) =>
    server.send('trading', 'orderGroupResult', {
      Account,
      ClientId,
      ErrorCode: -107,
      Message: 'The order was sent: its condition held.',
    }),
  );
  drag(cell('99.92', 'buys'), cell('99.90', 'buys'));
  // The toast, and its announcement.
  await screen.findAllByText('Not moved: The order was sent: its condition held.');
  expect([cell('99.92', 'buys').textContent, cell('99.90', 'buys').textContent]).toEqual(['20 if', '']);
});

test('until it is armed, a drag of the level opens the figures of the group with the new one, and Alt with an arrow does as well', async () => {
  const { user, desk } = await renderLadder();
  await placeWaiting(desk);
  await expect.poll(() => cell('99.94', 'buys').textContent).toBe('20 if');
  drag(cell('99.94', 'buys'), cell('99.92', 'buys'));
  const level = async () => {
    const dialog = within(await screen.findByRole('dialog', { name: 'Change Conditional G1' }));
    const field = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Level' });
    await expect.poll(() => document.activeElement).toBe(field);
    return field.value;
  };
  expect(await level()).toBe('99.92');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect([levels(), cell('99.94', 'buys').textContent]).toEqual([[], '20 if']);
  grid().focus();
  await user.keyboard('{Home}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}');
  await expect
    .poll(() => grid().getAttribute('aria-activedescendant') === cell('99.94', 'bid').parentElement?.id)
    .toBe(true);
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  expect(await level()).toBe('99.93');
  await user.click(screen.getByRole('button', { name: 'Change' }));
  await expect.poll(() => cell('99.93', 'buys').textContent).toBe('20 if');
});

test('shows an order that waits for a condition, and cancels it there', async () => {
  const { user, desk } = await renderLadder();
  await arm(user);
  await placeWaiting(desk);
  await expect.poll(() => cell('99.94', 'buys').textContent).toBe('20 if');
  expect(cell('99.94', 'buys').title).toBe('Buy 20 MKT if AAPL last ≤ 99.94 · G1');
  fireEvent.pointerDown(cell('99.94', 'buys'), { button: 1 });
  await expect.poll(() => account.groups.get('G1')?.State).toBe('Cancelled');
  await expect.poll(() => cell('99.94', 'buys').textContent).toBe('');
});

test('shows the stop of an entry that has not filled, and moves it armed; no click cancels it alone', async () => {
  const { user, desk } = await renderLadder();
  await arm(user);
  const result = await desk.platform.groups.place({
    kind: 'Bracket',
    entry: {
      symbol: 'AAPL',
      side: 'Buy',
      quantity: 20,
      type: 'Limit',
      price: 99.93,
      destination: 'SMART',
      route: 'AUTO',
    },
    target: null,
    stop: { basis: 'Price', amount: 99.91, tif: 'Day' },
  });
  expect(result).toMatchObject({ ok: true });
  await expect.poll(() => cell('99.91', 'sells').textContent).toBe('20 not sent');
  drag(cell('99.91', 'sells'), cell('99.90', 'sells'));
  await expect
    .poll(() =>
      server.received('trading').flatMap(({ name, body }) => (name === 'orderGroupChange' ? [body] : [])),
    )
    .toMatchObject([{ Role: 'Stop', Basis: 'Price', Amount: 99.9 }]);
  fireEvent.pointerDown(cell('99.91', 'sells'), { button: 1 });
  expect(server.received('trading').some(({ name }) => name === 'orderGroupCancel')).toBe(false);
});

test('the size of an order is calculated at the price of each row from dollars, or from the loss at a stop', async () => {
  const { user } = await renderLadder();
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
  await renderLadder();
  expect(within(frame()).getByRole('button', { name: 'Arm' }).matches(':disabled')).toBe(true);
});

test('reports an unknown symbol and offers the choice of another', async () => {
  await renderTool(ladder, server, { Symbol: 'NOSUCH' });
  await within(frame()).findByText('There is no symbol NOSUCH');
  within(frame()).getByRole('button', { name: 'Choose a symbol' });
});
