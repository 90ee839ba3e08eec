import { describe, expect, it } from 'vitest';
import { expirationSeconds } from '../../../src/domain/options/index.ts';
import { ChainAnalytics } from '../model/analytics.ts';
import { chainLines, expirationGroups } from '../model/chain-lines.ts';
import { chainLayout, contractColumnSetting } from '../model/contract-columns.ts';
import { openExpirations } from '../model/expirations.ts';
import { contractOf } from '../testing.ts';
import { chainAction, type KeyPress } from './chain-actions.ts';
import { chainCells, chainTemplate, isInTheMoney, strikeText } from './chain-cells.ts';

const DATES = ['2026-12-18', '2027-01-15'];
const groups = expirationGroups(
  [contractOf('C', 100), contractOf('P', 100), contractOf('C', 105), contractOf('C', 100, '2027-01-15')],
  openExpirations(
    DATES.map((date) => ({ Expiration: expirationSeconds(date), IsWeekly: false })),
    0,
  ),
);
const lines = chainLines(groups, new Set([groups[0]?.id ?? '']));
const CLASSES = {
  base: 'cell',
  strike: 'strike',
  parity: 'parity',
  inTheMoney: 'money',
  trade: 'trade',
  tones: { up: 'up', down: 'down', muted: 'muted', warning: 'warning' },
};
const analytics = new ChainAnalytics();
const cells = chainCells(chainLayout(['Bid', 'Ask', 'Last'].map(contractColumnSetting)), analytics, CLASSES);
const ids = cells.map(({ id }) => id);
const STRIKE = ids.indexOf('strike');

const press = (key: string, change: Partial<KeyPress> = {}): KeyPress => ({
  key,
  hasControl: false,
  hasShift: false,
  hasAlt: false,
  ...change,
});
const actionOf = (key: string, row: number, column = STRIKE, change: Partial<KeyPress> = {}) =>
  chainAction(press(key, change), { row, column }, lines, cells, 10);

describe('the cells of a strike line', () => {
  it('has calls, strike and puts, with the bid left of the ask on both sides', () => {
    expect(ids).toEqual(['call.Last', 'call.Bid', 'call.Ask', 'strike', 'put.Bid', 'put.Ask', 'put.Last']);
    expect(chainTemplate(cells)).toBe(
      'minmax(58px, 1fr) minmax(58px, 1fr) minmax(58px, 1fr) 76px minmax(58px, 1fr) minmax(58px, 1fr) minmax(58px, 1fr)',
    );
  });

  it('shades what is in the money, and marks a price that can be traded', () => {
    analytics.setPricing({ spot: 102, nowMs: 0 });
    const row = groups[0]?.rows[0];
    const classOf = (id: string) =>
      row ? cells.find((cell) => cell.id === id)?.written.className?.(row) : undefined;
    expect(classOf('call.Bid')).toBe('money trade');
    expect(classOf('put.Bid')).toBe('trade');
    expect(classOf('call.Last')).toBe('money');
    expect([isInTheMoney(contractOf('P', 105), 102), isInTheMoney(contractOf('P', 105), 0)]).toEqual([
      true,
      false,
    ]);
  });

  it('is empty on a side without a contract', () => {
    const row = groups[0]?.rows[1];
    const cell = cells.find(({ id }) => id === 'put.Bid');
    expect(
      row && [cell?.written.text(row), cell?.written.className?.(row), cell?.written.flash?.(row)],
    ).toEqual(['', '', 0]);
    expect([645, 22.5, 1234.125].map(strikeText)).toEqual(['645', '22.5', '1,234.125']);
  });
});

describe('a key on the chain', () => {
  it('walks lines and cells, and stays below the header', () => {
    expect(actionOf('ArrowDown', 0)).toEqual({ kind: 'move', to: { row: 1, column: STRIKE } });
    expect(actionOf('ArrowLeft', 1)).toEqual({ kind: 'move', to: { row: 1, column: STRIKE - 1 } });
    expect(actionOf('ArrowUp', 0)).toBeNull();
    expect(actionOf('ArrowLeft', 1, 0)).toEqual({ kind: 'move', to: { row: 0, column: 0 } });
    expect(actionOf('End', 1, 0, { hasControl: true })).toEqual({ kind: 'move', to: { row: 3, column: 6 } });
  });

  it('opens and closes an expiration', () => {
    expect(actionOf('Enter', 0)).toEqual({ kind: 'toggle', row: 0 });
    expect(actionOf('ArrowLeft', 0)).toEqual({ kind: 'toggle', row: 0 });
    expect(actionOf('ArrowRight', 3)).toEqual({ kind: 'toggle', row: 3 });
    expect(actionOf('*', 0)).toEqual({ kind: 'open-all' });
  });

  it('opens the details of a strike from any of its cells', () => {
    for (const column of [0, STRIKE, 6])
      expect(actionOf('Enter', 1, column)).toEqual({ kind: 'details', row: groups[0]?.rows[0] });
  });

  it('buys by B and sells by S on the side that it is on', () => {
    expect(actionOf('b', 1, 0)).toMatchObject({
      kind: 'trade',
      side: 'Buy',
      contract: { symbol: 'ACME261218C00100000' },
    });
    expect(actionOf('s', 1, 6)).toMatchObject({
      kind: 'trade',
      side: 'Sell',
      contract: { symbol: 'ACME261218P00100000' },
    });
    expect(actionOf('b', 1)).toEqual({ kind: 'no-side' });
    expect(actionOf('b', 2, 6)).toEqual({ kind: 'no-side' });
    expect(actionOf('b', 0)).toBeNull();
    expect(actionOf('b', 1, 0, { hasControl: true })).toBeNull();
  });

  it('opens the menu by its key and by Shift+F10', () => {
    expect(actionOf('ContextMenu', 1)).toEqual({ kind: 'menu' });
    expect(actionOf('F10', 1, STRIKE, { hasShift: true })).toEqual({ kind: 'menu' });
    expect(actionOf('F10', 1)).toBeNull();
  });

  it('leaves other keys to the desk', () => {
    for (const key of ['x', 'F2', 'Escape', 'Tab']) expect(actionOf(key, 1)).toBeNull();
    expect(actionOf('ArrowDown', 1, 0, { hasAlt: true })).toBeNull();
    expect(chainAction(press('Enter'), { row: 0, column: 0 }, [], cells, 10)).toBeNull();
  });
});
