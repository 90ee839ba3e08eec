import { screen, within } from '@testing-library/dom';
import { expect, test, vi } from 'vitest';
import { symbolInfo } from '../../../src/client/testing/fixtures.ts';
import { expirationSeconds } from '../../../src/domain/options/index.ts';
import { displaySymbol, formatOptionSymbol, parseOptionSymbol } from '../../../src/domain/symbols/symbol.ts';
import { createDeskServer, renderTool } from '../../../src/testing/index.ts';
import { optionChain } from '../manifest.ts';
import { optionChainState } from '../state.ts';

const DATES = ['2026-07-17', '2026-08-21'];
const STRIKES = [90, 95, 100, 105, 110];
const CALL_BIDS = [10.8, 6.9, 3.8, 1.8, 0.8];
const PUT_BIDS = [0.6, 1.7, 3.6, 6.7, 10.6];
const ALL = { Result: 'Ok' as const, HasMore: false };

const symbolOf = (right: 'C' | 'P', strike: number, expiration = '2026-07-17') =>
  formatOptionSymbol({ underlying: 'SPY', expiration, right, strike });
function bidOf(symbol: string): number {
  const { right, strike } = parseOptionSymbol(symbol) ?? { right: 'C', strike: 0 };
  return (right === 'C' ? CALL_BIDS : PUT_BIDS)[STRIKES.indexOf(strike)] ?? 0;
}

/** A server with a chain of SPY at 100 that stands still. */
function chainServer() {
  const server = createDeskServer();
  server.on('symbolsInfo', ({ Id, Symbols }) =>
    server.send('data', 'symbolsInfoAnswer', {
      Id,
      ...ALL,
      Items: Symbols.map((symbol) =>
        symbol === 'SPY'
          ? symbolInfo(symbol)
          : symbolInfo(symbol, { Bid: bidOf(symbol), Ask: bidOf(symbol) + 0.1, Last: bidOf(symbol) }),
      ),
    }),
  );
  server.on('optionExpirations', ({ Id }) =>
    server.send('data', 'optionExpirationsAnswer', {
      Id,
      ...ALL,
      Items: DATES.map((date) => ({ Expiration: expirationSeconds(date), IsWeekly: false })),
    }),
  );
  server.on('priceVolatility', ({ Id }) =>
    server.send('data', 'priceVolatilityAnswer', { Id, ...ALL, Items: [{ Volatility: 0.25 }] }),
  );
  server.on('optionChainSnapshot', ({ Id }) =>
    server.send('data', 'optionChainSnapshotAnswer', {
      Id,
      ...ALL,
      Items: DATES.flatMap((date) =>
        STRIKES.flatMap((Strike) =>
          (['C', 'P'] as const).map((right) => {
            const Symbol = symbolOf(right, Strike, date);
            return {
              Symbol,
              Underlying: 'SPY',
              Type: right === 'C' ? ('Call' as const) : ('Put' as const),
              Strike,
              Expiration: expirationSeconds(date),
              DisplayName: displaySymbol(Symbol),
              Last: bidOf(Symbol),
              PreviousClose: bidOf(Symbol),
              Bid: bidOf(Symbol),
              BidSize: 10,
              Ask: bidOf(Symbol) + 0.1,
              AskSize: 10,
              Volume: 1,
              OpenInterest: 1,
              ImpliedVolatility: 0.3,
              Timestamp: 1,
            };
          }),
        ),
      ),
    }),
  );
  server.on('orderPreview', ({ Id }) =>
    server.send('trading', 'orderPreviewResult', {
      Id,
      ErrorCode: 0,
      Message: '',
      Cost: 201.3,
      Fees: 1.3,
      Margin: 500,
      BuyingPowerEffect: -201.3,
      BuyingPowerAfter: 9798.7,
      PositionAfter: 1,
    }),
  );
  return server;
}

const vertical = [
  { Symbol: symbolOf('C', 100), Side: 'Buy', Ratio: 1 },
  { Symbol: symbolOf('C', 105), Side: 'Sell', Ratio: 1 },
];
async function openBuilder(Spread: object) {
  const rendered = await renderTool(optionChain, chainServer(), {
    Symbol: 'SPY',
    Expirations: 'all',
    Spread: { ...optionChainState.initial.Spread, IsOn: true, ...Spread },
  });
  const section = await within(rendered.frame).findByRole('region', { name: 'Spread builder SPY' });
  return { ...rendered, section, builder: within(section) };
}
const figure = (section: HTMLElement, name: string) =>
  section.querySelector(`[data-figure="${name}"]`)?.textContent;

type Builder = Awaited<ReturnType<typeof openBuilder>>['builder'];
const proposedPrice = async (builder: Builder, price: string) => {
  const field = await builder.findByRole<HTMLInputElement>('textbox', { name: 'Net price' });
  await expect.poll(() => field.value).toBe(price);
  return field;
};

test('proposes the middle for new legs once, with the preview of the server', async () => {
  const { section, builder, user } = await openBuilder({ Legs: vertical, Quantity: 1 });
  const field = await proposedPrice(builder, '2.00');
  await expect.poll(() => figure(section, 'effect')).toBe('-201.30');
  expect(figure(section, 'margin')).toBe('500.00');
  await user.clear(field);
  expect(field.value).toBe('');
  await user.click(builder.getByRole('button', { name: 'Flip sides' }));
  await proposedPrice(builder, '2.00');
  expect(builder.getByRole('button', { name: 'Send 1 vertical at 2.00 credit' })).toBeDefined();
});

test('shows the status of a sent order with its legs only', async () => {
  const { section, builder, user } = await openBuilder({ Legs: vertical, Quantity: 1 });
  await proposedPrice(builder, '2.00');
  await user.click(builder.getByRole('button', { name: 'Send 1 vertical at 2.00 debit' }));
  await expect.poll(() => figure(section, 'status')).toMatch(/^Sent, /);
  await user.click(builder.getByRole('button', { name: 'Flip sides' }));
  await expect.poll(() => figure(section, 'status')).toBe('');
});

test.each(['0', '-1', '1.5', '{Backspace}'])('reports a quantity of %s while it is typed', async (typed) => {
  const { builder, user } = await openBuilder({ Legs: vertical, Quantity: 1 });
  const field = await builder.findByRole('textbox', { name: 'Quantity' });
  await user.clear(field);
  await user.type(field, typed);
  expect(await builder.findByText('Enter a whole quantity from 1 to 1,000,000.')).toBeDefined();
});

test('shows the figures of stored legs and sends them as one order', async () => {
  const { section, builder, user, server } = await openBuilder({ Legs: vertical, Quantity: 2 });
  expect(await builder.findByRole('heading', { name: 'Vertical' })).toBeDefined();
  // 3.85 - 1.85 at the middle.
  await user.click(await builder.findByRole('button', { name: /^Middle 2\.00 debit/ }));
  await expect.poll(() => figure(section, 'maxLoss')).toBe('400.00');
  expect(figure(section, 'breakEvens')).toBe('102.00');
  await expect.poll(() => figure(section, 'effect')).toBe('-201.30');
  await user.click(builder.getByRole('button', { name: 'Send 2 verticals at 2.00 debit' }));
  const sent = () => server.received('trading').filter(({ name }) => name === 'optionOrderSend');
  await expect.poll(sent).toHaveLength(1);
  expect(sent()[0]?.body).toMatchObject({
    Symbol: 'SPY',
    Side: 'Buy',
    Quantity: 2,
    Type: 'Limit',
    Price: 2,
    TifType: 'Day',
    Legs: [
      { Symbol: symbolOf('C', 100), Side: 'Buy', Ratio: 1 },
      { Symbol: symbolOf('C', 105), Side: 'Sell', Ratio: 1 },
    ],
  });
  await expect.poll(() => figure(section, 'status')).toMatch(/^Sent, \d\d:\d\d:\d\d$/);
});

test('reports that a second press within a second sent no second order', async () => {
  const { builder, user, server } = await openBuilder({ Legs: vertical, Quantity: 1 });
  await user.click(await builder.findByRole('button', { name: /^Middle 2\.00 debit/ }));
  await user.dblClick(builder.getByRole('button', { name: 'Send 1 vertical at 2.00 debit' }));
  expect((await builder.findByRole('alert')).textContent).toMatch(/^Sent once: /);
  expect(server.received('trading').filter(({ name }) => name === 'optionOrderSend')).toHaveLength(1);
});

test('removes the message about a second press by itself', async () => {
  const { section, builder, user } = await openBuilder({ Legs: vertical, Quantity: 1 });
  await user.click(await builder.findByRole('button', { name: /^Middle 2\.00 debit/ }));
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  await user.dblClick(builder.getByRole('button', { name: 'Send 1 vertical at 2.00 debit' }));
  expect((await builder.findByRole('alert')).textContent).toMatch(/^Sent once: /);
  await vi.advanceTimersByTimeAsync(60_000);
  await expect.poll(() => builder.getByRole('alert').textContent).toBe('');
  expect(figure(section, 'status')).toMatch(/^Sent, /);
});

test('shows no net price for a ratio that cannot be sent, and offers no order of it', async () => {
  const { section, builder, user } = await openBuilder({ Legs: vertical, Quantity: 1 });
  const [first] = vertical;
  const ratio = builder.getByRole('textbox', { name: `Ratio of ${displaySymbol(first?.Symbol ?? '')}` });
  await user.clear(ratio);
  await user.type(ratio, '1000');
  expect(await builder.findByText('Enter a whole ratio from 1 to 99.')).toBeDefined();
  expect(figure(section, 'basis')).toBe('1 unit');
  expect(builder.getByRole<HTMLButtonElement>('button', { name: /^Bid –/ }).disabled).toBe(true);
  expect(builder.getByRole<HTMLButtonElement>('button', { name: /^Send 1/ }).disabled).toBe(true);
});

test('adds a leg from the popup of a strike while the builder is open', async () => {
  const { frame, user, window } = await openBuilder({});
  const [strike] = await within(frame).findAllByText('100');
  if (strike === undefined) throw new Error('The chain shows no strike 100');
  await user.click(strike);
  await user.click(await screen.findByRole('button', { name: 'Sell put as a leg' }));
  expect(window.getState()).toMatchObject({
    Spread: { Legs: [{ Symbol: symbolOf('P', 100), Side: 'Sell', Ratio: 1 }] },
  });
});

test('opens the expirations of its legs in the chain, and leaves one closed that the user closes', async () => {
  const later = [symbolOf('C', 100, DATES[1]), symbolOf('C', 105, DATES[1])];
  const { frame, user } = await openBuilder({
    Legs: later.map((Symbol, index) => ({ Symbol, Side: index === 0 ? 'Buy' : 'Sell', Ratio: 1 })),
  });
  const grid = within(frame).getByRole('treegrid');
  const expanded = () =>
    within(grid)
      .getAllByRole('row', { expanded: undefined })
      .filter((row) => row.getAttribute('aria-level') === '1')
      .map((row) => row.getAttribute('aria-expanded'));
  await expect.poll(expanded).toEqual(['false', 'true']);
  await user.click(within(grid).getByText("Fri Aug 21 '26"));
  await expect.poll(expanded).toEqual(['false', 'false']);
});

test('fills in a strategy of the chosen expiration from its menu', async () => {
  const { builder, user, window } = await openBuilder({});
  await user.click(builder.getByRole('button', { name: 'Strategy' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Iron condor' }));
  expect(await builder.findByRole('heading', { name: 'Iron condor' })).toBeDefined();
  expect(window.getState()).toMatchObject({
    Spread: {
      Legs: [
        { Symbol: symbolOf('P', 90), Side: 'Buy' },
        { Symbol: symbolOf('P', 95), Side: 'Sell' },
        { Symbol: symbolOf('C', 105), Side: 'Sell' },
        { Symbol: symbolOf('C', 110), Side: 'Buy' },
      ],
    },
  });
  expect(await builder.findByRole('button', { name: /^Middle \d+\.\d\d credit/ })).toBeDefined();
});

test('keeps the focus at the legs when one is removed, and reports what is missing', async () => {
  const { builder, user } = await openBuilder({ Legs: vertical });
  await user.click(builder.getByRole('button', { name: `Remove ${displaySymbol(symbolOf('C', 100))}` }));
  const rest = builder.getByRole('button', { name: `Remove ${displaySymbol(symbolOf('C', 105))}` });
  await expect.poll(() => document.activeElement).toBe(rest);
  expect(await builder.findByText('A spread has at least two legs. Add another one.')).toBeDefined();
});

test('reports a ratio that cannot be sent, and reduces ratios with a common factor', async () => {
  const { builder, user, server, window } = await openBuilder({ Legs: vertical, Quantity: 1 });
  const [first, second] = vertical.map(({ Symbol }) =>
    builder.getByRole('textbox', { name: `Ratio of ${displaySymbol(Symbol)}` }),
  );
  if (first === undefined || second === undefined) throw new Error('A leg has no ratio');
  await user.clear(first);
  expect(await builder.findByText('Enter a whole ratio from 1 to 99.')).toBeDefined();
  await user.type(first, '2');
  await user.clear(second);
  await user.type(second, '4{Enter}');
  await user.click(await builder.findByRole('button', { name: 'Reduce' }));
  expect(window.getState()).toMatchObject({ Spread: { Quantity: 2, Legs: [{ Ratio: 1 }, { Ratio: 2 }] } });
  expect(server.received('trading').some(({ name }) => name === 'optionOrderSend')).toBe(false);
});

test('requires a price before it sends a limit order', async () => {
  const { builder, user, server } = await openBuilder({ Legs: vertical });
  await user.clear(await proposedPrice(builder, '2.00'));
  await user.click(builder.getByRole('button', { name: 'Send 1 vertical' }));
  expect(await builder.findByText('Enter a net price, or click bid, middle or offer.')).toBeDefined();
  expect(server.received('trading').some(({ name }) => name === 'optionOrderSend')).toBe(false);
});
