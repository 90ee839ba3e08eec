import { expect, test } from 'vitest';
import { armedLabel, armingPerPlatform } from './armed-windows.ts';
import type { ArmingPlatform } from './arming.ts';

const fixed = (value: object) => ({ get: () => value, subscribe: () => () => {} });
const TEXTS = {
  key: 'ladder',
  accountChanged: '',
  symbolChanged: null,
  focusLost: '',
  connectionLost: '',
  idle: '',
};
const platform = (): ArmingPlatform =>
  // Only what arming reads is there.
  ({
    session: fixed({ userId: 'u', account: 'DEMO-1', isLive: false }),
    tradingApi: fixed({ api: 'Own', tradingAccount: null }),
    onFocusLost: () => () => {},
  }) as unknown as ArmingPlatform;

test('armed windows are named in the menu bar until they are switched off', () => {
  const arming = armingPerPlatform(TEXTS)(platform());
  const label = armedLabel(arming, 'LADDER ARMED', (symbols) => `Clicks on ${symbols} trade.`);
  let changes = 0;
  const end = label.subscribe(() => changes++);
  expect(label.get()).toBeNull();
  arming.arm('1:Window1', { symbol: 'SPY' });
  arming.arm('1:Window2', { symbol: 'AAPL' });
  arming.arm('1:Window3', { symbol: 'SPY' });
  expect([label.get(), changes]).toEqual([{ label: 'LADDER ARMED', hint: 'Clicks on SPY, AAPL trade.' }, 3]);
  arming.disarm('1:Window1');
  expect([arming.isArmed('1:Window1'), arming.isArmed('1:Window2')]).toEqual([false, true]);
  arming.disarmAll(null);
  expect(label.get()).toBeNull();
  end();
  arming.dispose();
});

test('the windows of a tool are armed by platform, and those of another tool for themselves', () => {
  const [first, second] = [platform(), platform()];
  const ladders = armingPerPlatform(TEXTS);
  const charts = armingPerPlatform(TEXTS);
  ladders(first).arm('1:Window1', { symbol: 'SPY' });
  expect(
    [ladders(first), ladders(second), charts(first)].map((arming) => arming.isArmed('1:Window1')),
  ).toEqual([true, false, false]);
  for (const arming of [ladders(first), ladders(second), charts(first)]) arming.dispose();
});
