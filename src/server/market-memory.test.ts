import { describe, expect, it } from 'vitest';
import { storedEpoch, storedSeed } from './market-memory.ts';
import { createSimulatedMarket } from './market/simulated/simulated-market.ts';
import type { SystemValues } from './storage/repositories.ts';

const WEEK_MS = 7 * 86_400_000;
const FIRST_START_MS = Date.parse('2026-03-06T15:00:00Z');

function memory(
  values: Record<string, string> = {},
): SystemValues & { readonly values: Map<string, string> } {
  const kept = new Map(Object.entries(values));
  return {
    values: kept,
    get: async (name) => kept.get(name),
    set: async (name, value) => void kept.set(name, value),
  };
}

describe('the market an installation remembers', () => {
  it('keeps the seed of its first start', async () => {
    const system = memory();
    const seed = await storedSeed(system);
    expect(await storedSeed(system)).toBe(seed);
  });

  it('keeps the epoch of its first start, so exchange time continues over weeks of restarts', async () => {
    const system = memory();
    let before = 0;
    for (let week = 0; week < 6; week += 1) {
      const hostMs = FIRST_START_MS + week * WEEK_MS;
      const market = createSimulatedMarket({
        seed: 1,
        nowMs: () => hostMs,
        epoch: await storedEpoch(system, hostMs),
      });
      expect(market.exchangeMs()).toBeGreaterThan(before);
      before = market.exchangeMs();
    }
  });

  it('has the same epoch whatever the seed', async () => {
    const system = memory({ 'market-seed': '7' });
    const epoch = await storedEpoch(system, FIRST_START_MS);
    system.values.set('market-seed', '8');
    expect(await storedEpoch(system, FIRST_START_MS + 5 * WEEK_MS)).toEqual(epoch);
  });

  it.each([
    '',
    'rubbish',
    '{}',
    '{"hostMs":-1,"date":"2026-03-02"}',
    '{"hostMs":1,"date":"2026-02-30"}',
    '{"hostMs":1.5,"date":"2026-03-02"}',
  ])('replaces a stored epoch that cannot be read: %s', async (text) => {
    const system = memory({ 'market-epoch': text });
    const epoch = await storedEpoch(system, FIRST_START_MS);
    expect(epoch.hostMs).toBe(Date.parse('2026-03-02T00:00:00Z'));
    expect(await storedEpoch(system, FIRST_START_MS + 5 * WEEK_MS)).toEqual(epoch);
  });
});
