import { expect, test } from 'vitest';
import type { ArmingPlatform } from '../../src/plugin-api/index.ts';
import { armedLabel, createLadderArming } from './arming.ts';

const fixed = (value: object) => ({ get: () => value, subscribe: () => () => {} });

test('an armed ladder is named in the menu bar until it is switched off', () => {
  // Only what arming reads is there.
  const platform = {
    session: fixed({ userId: 'u', account: 'DEMO-1', isLive: false }),
    tradingApi: fixed({ api: 'Own', tradingAccount: null }),
    onFocusLost: () => () => {},
  } as unknown as ArmingPlatform;
  const arming = createLadderArming(platform);
  const label = armedLabel(arming);
  expect(label.get()).toBeNull();
  arming.arm('1:Window1', { symbol: 'SPY', quantity: 100 });
  arming.arm('1:Window2', { symbol: 'AAPL', quantity: 100 });
  expect(label.get()?.hint).toContain('the ladder of SPY, AAPL');
  arming.disarm('1:Window1');
  expect([arming.isArmed('1:Window1'), arming.isArmed('1:Window2')]).toEqual([false, true]);
  arming.disarmAll(null);
  expect(label.get()).toBeNull();
  arming.dispose();
});
