import { beforeEach, expect, test } from 'vitest';
import { Ladder } from './ladder.ts';
import { pressLadderKey, type LadderKey } from './ladder-keys.ts';

const ROWS = 21;
let ladder: Ladder;
let traded: unknown[];

beforeEach(() => {
  // Only what a ladder reads of the platform is there.
  const platform = {
    symbols: { get: () => ({ bid: 99.99, ask: 100.01, last: 100 }) },
    orders: { get: () => ({ orders: new Map(), positions: new Map() }) },
    groups: { get: () => ({ groups: new Map(), byOrderId: new Map() }) },
  } as unknown as ConstructorParameters<typeof Ladder>[0];
  ladder = new Ladder(platform, 'SPY', 100, { change: () => {}, depthState: () => {} });
  ladder.rows.setRowCount(ROWS);
  traded = [];
  ladder.update(0);
});

/** Presses a key, and lets the next frame follow the market. */
function press(key: string, held: Partial<LadderKey> = {}): boolean {
  const isUsed = pressLadderKey(
    { key, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, ...held },
    {
      ladder,
      actions: { trade: (...args) => traded.push(args), move: () => {}, cancel: () => {} },
      canTrade: true,
      stepQuantity: () => {},
      escape: () => {},
    },
  );
  ladder.update(1_000);
  return isUsed;
}

test('keys reach prices far from the market: the rows stay with the cursor until it goes back', () => {
  press('Home');
  for (let count = 0; count < 3; count++) press('PageDown');
  const priceE4 = 999_900 - 3 * (ROWS - 2) * 100;
  expect([ladder.cursor, ladder.rows.isInSight(priceE4)]).toEqual([{ side: 'buy', priceE4 }, true]);
  press('Enter');
  expect(traded).toEqual([['buy', priceE4, false]]);
  press('Home');
  expect([ladder.cursor?.priceE4, ladder.rows.isInSight(999_900)]).toEqual([999_900, true]);
});

test('the first key of a side shows its best price; Ctrl and Enter place a stop there', () => {
  press('ArrowRight');
  press('Enter', { ctrlKey: true });
  expect(traded).toEqual([['sell', 1_000_100, true]]);
});

test('other keys are not used', () => {
  expect([press('x'), press('ArrowUp', { ctrlKey: true })]).toEqual([false, false]);
});
