import { describe, expect, it } from 'vitest';
import { chosenColumns } from '../../../src/plugin-api/index.ts';
import { contractOf } from '../testing.ts';
import {
  chainLayout,
  CONTRACT_COLUMNS,
  contractColumn,
  contractColumnSetting,
  greekText,
  volatilityText,
  type ContractView,
} from './contract-columns.ts';
import type { OptionQuote } from './contract.ts';
import { DEFAULT_COLUMNS } from './defaults.ts';

const viewOf = (
  change: Partial<OptionQuote>,
  figures: ReturnType<ContractView['figures']> = { volatility: null, greeks: null, isEstimate: false },
): ContractView => ({
  contract: contractOf('C', 100, undefined, change),
  spot: 101,
  figures: () => figures,
});
const NOTHING: Partial<OptionQuote> = {
  Last: 0,
  PreviousClose: 0,
  Bid: 0,
  BidSize: 0,
  Ask: 0,
  AskSize: 0,
  Volume: 0,
  OpenInterest: 0,
  ImpliedVolatility: null,
  Timestamp: 0,
};
const textOf = (id: string, view: ContractView) => contractColumn(id)?.text(view);

describe('the columns of a side', () => {
  it('has every price of an option chain record', () => {
    for (const id of [
      'Last',
      'PreviousClose',
      'Bid',
      'Ask',
      'Volume',
      'OpenInterest',
      'ImpliedVolatility',
      'Timestamp',
    ])
      expect(contractColumn(id), id).toBeDefined();
  });

  it('mirrors the calls, with the bid left of the ask on both sides', () => {
    const { calls, puts } = chainLayout(['Bid', 'Ask', 'Last', 'Volume'].map(contractColumnSetting));
    expect(calls.map(({ column }) => column.id)).toEqual(['Volume', 'Last', 'Bid', 'Ask']);
    expect(puts.map(({ column }) => column.id)).toEqual(['Bid', 'Ask', 'Last', 'Volume']);
  });

  it('leaves out unknown and repeated columns, and keeps a width that can be read', () => {
    const { puts } = chainLayout([
      { Id: 'Nope', Width: 50 },
      { Id: 'Bid', Width: 2 },
      { Id: 'Bid', Width: 90 },
    ]);
    expect(puts.map(({ column, widthPx }) => [column.id, widthPx])).toEqual([['Bid', 36]]);
  });

  it('starts with columns of the catalogue, as wide as there', () => {
    expect(DEFAULT_COLUMNS).toEqual(DEFAULT_COLUMNS.map(({ Id }) => contractColumnSetting(Id)));
    for (const { Id } of DEFAULT_COLUMNS) expect(contractColumn(Id), Id).toBeDefined();
  });

  it('keeps the widths of columns that stay', () => {
    expect(chosenColumns([{ Id: 'Bid', Width: 99 }], ['Ask', 'Bid'], contractColumnSetting)).toEqual([
      { Id: 'Ask', Width: 58 },
      { Id: 'Bid', Width: 99 },
    ]);
  });

  it('shows the previous close where Last is 0, marked as such', () => {
    const view = viewOf({ Last: 0, PreviousClose: 2.2 });
    expect(textOf('Last', view)).toBe('2.20');
    expect(contractColumn('Last')?.tone?.(view)).toBe('muted');
    expect(contractColumn('Last')?.tooltip?.(view)).toBe('Previous close: no last price');
    expect(textOf('Change', view)).toBe('–');
  });

  it('shows no NaN or Infinity for a contract that nothing is known of', () => {
    const texts = CONTRACT_COLUMNS.map((column) => column.text(viewOf(NOTHING)));
    for (const text of texts) expect(text).toMatch(/^(–|0)$/);
  });

  it('marks a crossed quote', () => {
    const view = viewOf({ Bid: 3, Ask: 2 });
    expect(contractColumn('Bid')?.tone?.(view)).toBe('warning');
    expect(contractColumn('Ask')?.tooltip?.(view)).toBe('Crossed quote: the bid is above the ask');
    expect(textOf('Mid', view)).toBe('–');
  });

  it.each([
    [{ Bid: 0, Ask: 2 }, 'No bid'],
    [{ Bid: 2, Ask: 0 }, 'No ask'],
    [{ Bid: 3, Ask: 2 }, 'Crossed quote: the bid is above the ask'],
  ])('gives the reason for the dashes of a quote of %j', (change, problem) => {
    const view = viewOf(change, { volatility: null, greeks: null, isEstimate: false });
    expect(
      ['Bid', 'Ask', 'Mid', 'ImpliedVolatility', 'TimeValue'].map((id) =>
        contractColumn(id)?.tooltip?.(view),
      ),
    ).toEqual(Array.from({ length: 5 }, () => problem));
    expect(contractColumn('Mid')?.tooltip?.(viewOf({}))).toBeUndefined();
  });

  it('shows greeks with three decimals and volatility with one', () => {
    const greeks = { delta: 0.51234, gamma: 0.0204, theta: -0.0004, vega: 0.1999, rho: 0.05 };
    const view = viewOf({}, { volatility: 0.18444, greeks, isEstimate: false });
    expect(
      ['Delta', 'Gamma', 'Theta', 'Vega', 'Rho', 'ImpliedVolatility'].map((id) => textOf(id, view)),
    ).toEqual(['0.512', '0.020', '0.000', '0.200', '0.050', '18.4%']);
    expect([greekText(Number.NaN), greekText(null), volatilityText(Number.POSITIVE_INFINITY)]).toEqual([
      '–',
      '–',
      '–',
    ]);
  });

  it('marks greeks that use the volatility of another contract', () => {
    const greeks = { delta: 0.99, gamma: 0, theta: 0, vega: 0, rho: 0 };
    const view = viewOf({}, { volatility: null, greeks, isEstimate: true });
    expect(textOf('Delta', view)).toBe('0.990');
    expect(contractColumn('Delta')?.tone?.(view)).toBe('muted');
    expect(contractColumn('Delta')?.tooltip?.(view)).toContain('Estimate');
  });

  it('opens a purchase from the ask and a sale from the bid', () => {
    expect([contractColumn('Ask')?.trade, contractColumn('Bid')?.trade]).toEqual(['Buy', 'Sell']);
  });
});
