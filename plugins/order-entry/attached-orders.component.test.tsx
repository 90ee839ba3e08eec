import { screen, waitFor, within } from '@testing-library/dom';
import { beforeEach, expect, test } from 'vitest';
import {
  answerOrders,
  createDeskServer,
  fill,
  renderTool,
  type MemoryServer,
  type OrdersServer,
  type RenderedTool,
} from '../../src/testing/index.ts';
import { orderEntry } from './manifest.ts';

let server: MemoryServer;
let account: OrdersServer;
beforeEach(() => {
  server = createDeskServer();
  account = answerOrders(server);
});

type User = RenderedTool['user'];

const ticket = () =>
  within(document.querySelector<HTMLElement>('[data-tool="order-entry"]') ?? document.body);
const field = (name: string) => ticket().getByRole<HTMLInputElement>('textbox', { name });
const lines = () => ticket().getByRole('list', { name: 'Order messages' }).textContent;

/** Renders a ticket for AAPL and attaches something to its order. */
async function renderWith(attached: string): Promise<User> {
  const { user } = await renderTool(orderEntry, server, { Symbol: 'AAPL' });
  await ticket().findByRole('button', { name: 'Buy 100 AAPL at market' });
  await choose(user, 'Attach', attached);
  return user;
}
async function choose(user: User, label: string, option: string): Promise<void> {
  await user.click(ticket().getByRole('combobox', { name: label }));
  await user.click(await screen.findByRole('option', { name: option }));
}

/** Answers with so many finished days, each between 99.00 and 101.00. */
const answerCandles = (days: number): void =>
  server.on('chartCandles', ({ Id, To }) =>
    server.send('data', 'chartCandlesAnswer', {
      Id,
      Result: 'Ok',
      HasMore: false,
      Items: Array.from({ length: days }, (_, day) => ({
        TS: To - (days - day) * 86_400_000,
        O: 100,
        H: 101,
        L: 99,
        C: 100,
        V: 1,
      })),
    }),
  );

test('sends a bracket from the keyboard with every leg named on the button, and shows the reports of its orders', async () => {
  const user = await renderWith('Target and stop');
  await fill(user, field('Exit target'), '2');
  await choose(user, 'Exit stop as', '$ from fill');
  await fill(user, field('Exit stop'), '1.5');
  await ticket().findByText(/^Exits at this entry/);
  const label = 'Buy 100 AAPL at market, target 2.00%, stop $1.50';
  await ticket().findByRole('button', { name: label });
  await user.keyboard('{Enter}');
  await expect.poll(lines).toContain('Executed');
  expect([...account.groups.values()]).toMatchObject([
    {
      Kind: 'Bracket',
      Symbol: 'AAPL',
      Target: { Basis: 'Percent', Amount: 2, TifType: 'GoodTillCancel' },
      Stop: { Basis: 'Offset', Amount: 1.5, TifType: 'GoodTillCancel' },
    },
  ]);
  expect(server.received('trading').some(({ name }) => name === 'orderSend')).toBe(false);
});

test('sends a bracket that closes in parts, and moves its stop to break-even', async () => {
  const user = await renderWith('Target and stop');
  await fill(user, field('Exit stop'), '1');
  await user.click(ticket().getByRole('button', { name: 'Several targets' }));
  await user.click(ticket().getByRole('button', { name: 'Add target' }));
  await choose(user, 'Targets as', '$ from fill');
  for (const [name, value] of [
    ['Target 1', '1'],
    ['Target 2', '2'],
    ['Target 3', '3.5'],
    ['Target 1 closes', '60'],
    ['Target 2 closes', '30'],
  ] as const)
    await fill(user, field(name), value);
  expect(field('Target 3 closes the rest').value).toBe('10');
  await user.click(ticket().getByRole('checkbox', { name: 'Stop to break-even after target 1' }));
  await user.click(
    await ticket().findByRole('button', {
      name: 'Buy 100 AAPL at market, targets $1.00 / $2.00 / $3.50, stop 1.00% to break-even',
    }),
  );
  await expect.poll(lines).toContain('Executed');
  expect([...account.groups.values()]).toMatchObject([
    {
      Kind: 'Bracket',
      Targets: [
        { Basis: 'Offset', Amount: 1, Quantity: 60, TifType: 'GoodTillCancel' },
        { Basis: 'Offset', Amount: 2, Quantity: 30 },
        { Basis: 'Offset', Amount: 3.5, Quantity: 10 },
      ],
      Stop: { Basis: 'Percent', Amount: 1 },
      BreakEven: true,
    },
  ]);
});

test('sends a bracket whose stop trails from a profit on, and that closes at a time of day', async () => {
  const user = await renderWith('Target and stop');
  const trail = ticket().getByRole('checkbox', { name: 'Trail the stop from a profit on' });
  expect(trail.getAttribute('aria-disabled')).toBe('true');
  await fill(user, field('Exit stop'), '1');
  await user.click(trail);
  await fill(user, field('Trail starts at'), '2');
  await choose(user, 'Trail distance as', '$');
  await user.click(ticket().getByRole('button', { name: /^Buy 100 AAPL at market/ }));
  await ticket().findByText('The distance of the trail is above 0.');
  await fill(user, field('Trail distance'), '0.5');
  await choose(user, 'Time exit', 'At a time of day');
  await user.type(ticket().getByLabelText('Close at (New York)'), '15:50');
  await user.click(
    await ticket().findByRole('button', {
      name: 'Buy 100 AAPL at market, stop 1.00% trailing $0.50 from 2.00%, closed at 15:50 ET',
    }),
  );
  await expect
    .poll(() => [...account.groups.values()])
    .toMatchObject([
      {
        Kind: 'Bracket',
        Stop: { Basis: 'Percent', Amount: 1 },
        Trail: { Start: { Basis: 'Percent', Amount: 2 }, Distance: { Basis: 'Offset', Amount: 0.5 } },
        TimeExit: { Basis: 'TimeOfDay', Minutes: 950 },
      },
    ]);
});

test('shows the ATR and the prices of its multiples, and leaves the distances to the server', async () => {
  answerCandles(15);
  const user = await renderWith('Target and stop');
  await choose(user, 'Exit target as', '× ATR from fill');
  await choose(user, 'Exit stop as', '× ATR from fill');
  await choose(user, 'Type', 'Limit (LMT)');
  await fill(user, field('Price'), '100');
  await fill(user, field('Exit target'), '3');
  await fill(user, field('Exit stop'), '1.5');
  const prices = () => ticket().getByText(/^Exits at this entry/).textContent;
  await expect
    .poll(prices)
    .toBe('Exits at this entry: target 106.00, stop 97.00ATR(14) of daily bars of AAPL: 2.00');
  await user.click(
    await ticket().findByRole('button', {
      name: 'Buy 100 AAPL at 100.00, target 3.00 ATR, stop 1.50 ATR',
    }),
  );
  await expect
    .poll(() => server.received('trading').at(-1))
    .toMatchObject({
      name: 'orderGroupSend',
      body: {
        Target: { Basis: 'Atr', Amount: 3 },
        Stop: { Basis: 'Atr', Amount: 1.5 },
        Atr: { Period: 14, Bars: 'Day' },
      },
    });
});

test('says why the ATR is unknown', async () => {
  answerCandles(14);
  const user = await renderWith('Target and stop');
  await choose(user, 'Exit stop as', '× ATR from fill');
  await fill(user, field('Exit stop'), '1.5');
  await ticket().findByText(
    'ATR(14) of daily bars of AAPL is unknown: it takes 15 finished bars, and there are 14.',
  );
  await fill(user, field('ATR period'), '1');
  await ticket().findByText('The ATR has a period of 2 to 100 bars.');
});

test('shows the stop at which the whole quantity loses the dollars at risk', async () => {
  const user = await renderWith('Target and stop');
  await choose(user, 'Type', 'Limit (LMT)');
  await fill(user, field('Price'), '100');
  await choose(user, 'Exit stop as', '$ at risk in all');
  await fill(user, field('Exit stop'), '250');
  await expect.poll(() => ticket().getByText(/^Exits at this entry/).textContent).toContain('stop 97.50');
  await ticket().findByRole('button', { name: 'Buy 100 AAPL at 100.00, stop $250.00 at risk' });
});

test('sends an order that waits for a price of another symbol', async () => {
  const user = await renderWith('A condition');
  await fill(user, field('Symbol of the condition'), 'spy');
  await choose(user, 'Direction', 'At or below');
  await user.click(ticket().getByRole('button', { name: /^Buy 100 AAPL at market/ }));
  await ticket().findByText('The condition has a price above 0.');
  expect(account.groups.size).toBe(0);
  await fill(user, field('Condition price'), '500');
  await user.click(
    await ticket().findByRole('button', {
      name: 'Buy 100 AAPL at market once SPY last is 500.00 or below',
    }),
  );
  await expect
    .poll(() => [...account.groups.values()])
    .toMatchObject([
      {
        Kind: 'Conditional',
        Symbol: 'AAPL',
        Condition: { Basis: 'Last', Symbol: 'SPY', Direction: 'AtOrBelow', Price: 500 },
        Waiting: [{ Symbol: 'AAPL', Side: 'Buy', Type: 'Market', Quantity: 100 }],
      },
    ]);
  expect(account.orders).toEqual([]);
  await waitFor(() =>
    expect(document.body.textContent).toContain(
      'G1 waits on the server: Buy 100 AAPL at market once SPY last is 500.00 or below',
    ),
  );
});

test('sends nothing while an exit is missing, and shows why a group was refused', async () => {
  const user = await renderWith('Target and stop');
  await user.click(ticket().getByRole('button', { name: /^Buy 100 AAPL at market/ }));
  await ticket().findByText('A bracket has a target, a stop or a time exit.');
  expect(account.groups.size).toBe(0);
  server.on('orderGroupSend', ({ Account, ClientId }) =>
    server.send('trading', 'orderGroupResult', {
      Account,
      ClientId,
      ErrorCode: -94,
      Message: 'Invalid order group. The account has an opposite position, which the entry would close.',
    }),
  );
  await fill(user, field('Exit target'), '2');
  await user.keyboard('{Enter}');
  await ticket().findByText(/^Invalid order group\. The account has an opposite position/);
});

test('puts the focus on the field that keeps the order from being sent', async () => {
  const user = await renderWith('Target and stop');
  await fill(user, field('Exit target'), '2');
  await fill(user, field('Exit stop'), '-1');
  await user.click(ticket().getByRole('button', { name: /^Buy 100 AAPL at market/ }));
  expect(document.activeElement).toBe(field('Exit stop'));
  expect(account.groups.size).toBe(0);
});

test('sends two orders of which one cancels the other', async () => {
  const user = await renderWith('One cancels other');
  await choose(user, 'Type', 'Limit (LMT)');
  await fill(user, field('Price'), '90');
  await fill(user, field('Other stop price'), '110');
  await user.click(
    await ticket().findByRole('button', { name: 'Buy 100 AAPL at 90.00 or stop 110.00, one cancels other' }),
  );
  await expect
    .poll(() => account.orders.map(({ Type, Price }) => [Type, Price]))
    .toEqual([
      ['Limit', 90],
      ['Stop', 0],
    ]);
  expect([...account.groups.values()]).toMatchObject([{ Kind: 'OneCancelsOther' }]);
});
