import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OrderPreview, OrderTicket } from '../../../src/plugin-api/index.ts';
import { NO_DRAFT } from './spread-draft.ts';
import { sendBlock, sendText, spreadOrder, statusText, type SendFacts } from './spread-order.ts';
import {
  DEBOUNCE_MS,
  followPreview,
  NO_PREVIEW,
  previewLines,
  RENEW_MS,
  verdictText,
  type SpreadPreview,
} from './spread-preview.ts';
import { stored } from './testing.ts';

const legs = [stored('C', 100, 'Buy'), stored('C', 105, 'Sell', 2)];
const parts = {
  underlying: 'ACME',
  legs,
  quantity: 3,
  draft: { ...NO_DRAFT, price: 1.25 },
  effect: 'Debit' as const,
  routes: [],
};
const route = (Destination: string, Routes: readonly string[], Option: boolean) => ({
  Destination,
  Routes: [...Routes],
  Stock: true,
  Option,
});

describe('the order of a spread', () => {
  it('is one order on the underlying with all legs, bought for a debit and sold for a credit', () => {
    const order = {
      symbol: 'ACME',
      side: 'Buy',
      quantity: 3,
      type: 'Limit',
      price: 1.25,
      tif: 'Day',
      destination: 'SMART',
      route: 'AUTO',
      legs: [
        { symbol: 'ACME261218C00100000', side: 'Buy', ratio: 1 },
        { symbol: 'ACME261218C00105000', side: 'Sell', ratio: 2 },
      ],
    };
    expect(spreadOrder(parts)).toEqual(order);
    expect(spreadOrder({ ...parts, effect: 'Credit', draft: { ...parts.draft, price: 0 } })).toEqual({
      ...order,
      side: 'Sell',
      price: 0,
    });
    const draft = {
      ...parts.draft,
      type: 'Market' as const,
      tif: 'ImmediateOrCancel' as const,
      price: Number.NaN,
    };
    expect(spreadOrder({ ...parts, draft })).toEqual({
      ...order,
      type: 'Market',
      price: null,
      tif: 'ImmediateOrCancel',
    });
  });

  it('goes the first way that is open to options', () => {
    const routes = [
      route('DARK', ['D1'], false),
      route('EMPTY', [], true),
      route('CBOE', ['C1', 'C2'], true),
    ];
    expect(spreadOrder({ ...parts, routes })).toMatchObject({ destination: 'CBOE', route: 'C1' });
  });

  it('is none while quantity or price cannot be sent', () => {
    for (const quantity of [null, 0, 1.5]) expect(spreadOrder({ ...parts, quantity })).toBeNull();
    for (const price of [null, -1, Number.NaN, 1.005])
      expect(spreadOrder({ ...parts, draft: { ...parts.draft, price } })).toBeNull();
  });

  it('is named on its button with quantity and price', () => {
    expect(sendText('Vertical', parts)).toBe('Send 3 verticals at 1.25 debit');
    expect(sendText('Custom', { ...parts, effect: 'Credit' })).toBe('Send 3 custom spreads at 1.25 credit');
    expect(sendText('Vertical', { ...parts, draft: { ...parts.draft, price: 0 } })).toBe(
      'Send 3 verticals at 0.00 even',
    );
    expect(sendText('Vertical', { ...parts, draft: { ...parts.draft, type: 'Market' } })).toBe(
      'Send 3 verticals at market',
    );
    expect(sendText('Vertical', { ...parts, quantity: null, draft: NO_DRAFT })).toBe('Send vertical');
    expect(sendText('Iron butterfly', parts)).toBe('Send 3 iron butterflies at 1.25 debit');
    expect(sendText('Covered call', { ...parts, quantity: 1 })).toBe('Send 1 covered call at 1.25 debit');
    expect(sendText('Condor', { ...parts, quantity: 1_200 })).toBe('Send 1,200 condors at 1.25 debit');
  });
});

describe('what keeps a spread from being sent', () => {
  const facts: SendFacts = {
    underlying: 'ACME',
    legs,
    canTrade: () => ({ ok: true }),
    tradingApi: { api: 'Own', name: 'Own', login: 'LoggedIn', tradingAccount: null },
    account: 'A1',
    options: { IsHalted: false, HaltedBy: null },
    line: 'open',
  };

  it('is nothing with permission, account and connection', () => {
    expect(sendBlock(facts)).toBeNull();
    expect(sendBlock({ ...facts, options: null })).toBeNull();
  });

  it('is the first leg that may not be traded', () => {
    const canTrade: SendFacts['canTrade'] = (symbol) =>
      symbol === legs[1]?.Symbol ? { ok: false, message: 'No permission' } : { ok: true };
    expect(sendBlock({ ...facts, canTrade })).toBe('No permission');
  });

  it.each([
    [
      { tradingApi: { api: 'External', name: 'Broker', login: 'LoggedOut', tradingAccount: '7' } },
      'Broker account 7 is not logged in',
    ],
    [
      { tradingApi: { api: 'External', name: 'Broker', login: 'LoggedIn', tradingAccount: null } },
      'Trading account in not configured',
    ],
    [{ account: null }, 'not configured'],
    [{ options: { IsHalted: true, HaltedBy: 'Holder' } }, 'Trading is stopped'],
    [{ line: 'closed' }, 'No connection'],
  ] as const)('is named for %j', (change, text) => {
    // The literals of the table are values of the facts.
    expect(sendBlock({ ...facts, ...(change as Partial<SendFacts>) })).toContain(text);
  });
});

describe('what became of a spread', () => {
  it('is its status with what was filled, or why it was rejected', () => {
    const order = {
      Status: 'Confirmed',
      Fill: 0,
      Quantity: 2,
      AveragePrice: 0,
      Description: '',
      Timestamp: Date.parse('2026-11-12T18:32:07Z'),
    } as const;
    expect(statusText(order)).toBe('Confirmed, 13:32:07');
    expect(statusText({ ...order, Status: 'ExecutedMultileg', Fill: 2, AveragePrice: 1.2 })).toBe(
      'Executed Multileg: 2 of 2 filled at 1.20, 13:32:07',
    );
    expect(statusText({ ...order, Status: 'Rejected', Description: 'No permission' })).toBe(
      'Rejected: No permission, 13:32:07',
    );
  });
});

describe('the preview of a spread', () => {
  const order = spreadOrder(parts);
  const preview: OrderPreview = {
    ErrorCode: 0,
    Message: '',
    Cost: 376.5,
    Fees: 1.5,
    Margin: 200,
    BuyingPowerEffect: -376.5,
    BuyingPowerAfter: 9623.5,
    PositionAfter: 3,
  };
  let queries: { readonly ticket: OrderTicket; readonly signal: AbortSignal | undefined }[];
  let answer: ((preview: OrderPreview) => void) | undefined;
  let fail: ((error: Error) => void) | undefined;
  let shown: SpreadPreview;
  let stop: () => void;
  beforeEach(() => {
    vi.useFakeTimers();
    queries = [];
    shown = NO_PREVIEW;
    if (order === null) throw new Error('no order');
    stop = followPreview(
      {
        preview: (ticket, _replaces, signal) => {
          queries.push({ ticket, signal });
          return new Promise((resolve, reject) => {
            answer = resolve;
            fail = reject;
          });
        },
      },
      order,
      (next) => {
        shown = next(shown);
      },
    );
  });
  afterEach(() => {
    stop();
    vi.useRealTimers();
  });

  it('is queried once the order rests, and again a few seconds after each answer', async () => {
    expect(queries).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(DEBOUNCE_MS);
    expect(queries.map(({ ticket }) => ticket)).toEqual([order]);
    answer?.(preview);
    await vi.advanceTimersByTimeAsync(RENEW_MS - 1);
    expect([shown.preview, queries.length]).toEqual([preview, 1]);
    await vi.advanceTimersByTimeAsync(1);
    expect(queries).toHaveLength(2);
    fail?.(new Error('The connection was lost'));
    await vi.advanceTimersByTimeAsync(0);
    expect(verdictText(shown)).toBe('The connection was lost');
  });

  it('says nothing of pace in the second after a good order, only when the rejection lasts', async () => {
    const tooFrequent = { ...preview, ErrorCode: -48, Message: 'Too frequent trades' };
    await vi.advanceTimersByTimeAsync(DEBOUNCE_MS);
    answer?.(tooFrequent);
    await vi.advanceTimersByTimeAsync(1_000);
    expect([shown, queries.length]).toEqual([NO_PREVIEW, 2]);
    answer?.(tooFrequent);
    await vi.advanceTimersByTimeAsync(0);
    expect(verdictText(shown)).toBe('The server would reject it: Too frequent trades');
  });

  it('is dropped when the order has changed meanwhile', async () => {
    await vi.advanceTimersByTimeAsync(DEBOUNCE_MS);
    stop();
    expect(queries[0]?.signal?.aborted).toBe(true);
    answer?.(preview);
    await vi.advanceTimersByTimeAsync(2 * RENEW_MS);
    expect([shown, queries.length]).toEqual([NO_PREVIEW, 1]);
  });

  it('shows cost or proceeds, fees and buying power, and none of a rejected order', () => {
    const linesOf = (change: Partial<OrderPreview>) =>
      previewLines({ ...NO_PREVIEW, preview: { ...preview, ...change } }).map(({ label, text }) => [
        label,
        text,
      ]);
    expect(linesOf({})).toEqual([
      ['Estimated cost', '376.50'],
      ['Fees', '1.50'],
      ['Margin', '200.00'],
      ['Buying power effect', '-376.50'],
      ['Buying power after', '9,623.50'],
    ]);
    expect(linesOf({ Cost: -80 })[0]).toEqual(['Estimated proceeds', '80.00']);
    expect(linesOf({ ErrorCode: -12 }).map(([, text]) => text)).toEqual(['–', '–', '–', '–', '–']);
    expect(verdictText({ ...NO_PREVIEW, preview: { ...preview, ErrorCode: -2, Message: 'Legs' } })).toContain(
      'The server would reject it: ',
    );
    expect(verdictText({ ...NO_PREVIEW, preview })).toBe('');
  });
});
