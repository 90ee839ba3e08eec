import { expect, it } from 'vitest';
import { chosenWorlds } from './chosen-worlds.ts';
import { testMarketAdapter } from './market-conformance.ts';
import { REGISTERED_MARKETS } from './market-worlds.ts';

const { markets } = await chosenWorlds({ markets: REGISTERED_MARKETS, brokers: [] });

it('tests every market once', () => {
  const names = markets.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
for (const world of markets) testMarketAdapter(world);
