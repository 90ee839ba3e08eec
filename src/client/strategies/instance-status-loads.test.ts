import { beforeEach, describe, expect, test } from 'vitest';
import { decode, encode } from '../../protocol/index.ts';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import { createStrategyStore, type StrategyStoreCore } from './strategy-store.ts';

let clock: ManualClock;
let store: StrategyStoreCore;
let loads: { readonly atMs: number; readonly body: unknown }[];

beforeEach(() => {
  clock = createManualClock(0);
  loads = [];
  store = createStrategyStore({
    clock,
    trading: {
      sendReady(name, body) {
        const read = decode('trading', 'toServer', encode(name, body));
        if (!read.ok) throw new Error(read.error.message);
        if (name === 'requestAlgoTradingStrategyStatus') loads.push({ atMs: clock.nowMs(), body });
        return true;
      },
    },
    user: () => ({ account: 'D-1', userId: 'ann' }),
  });
});

const load = (Name: string, IncludeOrders: boolean) => ({ Account: 'D-1', Name, IncludeOrders });

describe('the load of the instance status', () => {
  test('is sent once, 1,000 ms after the last of several requests', () => {
    store.refresh('Cross');
    clock.advance(999);
    expect(loads).toEqual([]);
    store.refresh('Cross');
    clock.advance(999);
    expect(loads).toEqual([]);
    clock.advance(1);
    expect(loads).toEqual([{ atMs: 1_999, body: load('Cross', false) }]);
    clock.advance(60_000);
    expect(loads).toHaveLength(1);
  });

  test('includes the orders when one of the merged requests includes them', () => {
    store.refresh('Cross', true);
    store.refresh('Cross');
    clock.advance(1_000);
    store.refresh('Cross');
    clock.advance(1_000);
    expect(loads.map(({ body }) => body)).toEqual([load('Cross', true), load('Cross', false)]);
  });

  test('is debounced for each strategy separately', () => {
    store.refresh('Cross');
    clock.advance(600);
    store.refresh('Bands');
    clock.advance(400);
    expect(loads).toEqual([{ atMs: 1_000, body: load('Cross', false) }]);
    clock.advance(600);
    expect(loads.at(-1)).toEqual({ atMs: 1_600, body: load('Bands', false) });
  });

  test('is not sent for an account that is no longer selected, or after the store is disposed of', () => {
    store.refresh('Cross');
    store.reset();
    clock.advance(5_000);
    store.refresh('Cross');
    store.dispose();
    clock.advance(5_000);
    expect(loads).toEqual([]);
  });
});
