import { expect, it } from 'vitest';
import { testBrokerAdapter } from './broker-conformance.ts';
import { REGISTERED_BROKERS } from './broker-worlds.ts';
import { chosenWorlds } from './chosen-worlds.ts';

const { brokers } = await chosenWorlds({ markets: [], brokers: REGISTERED_BROKERS });

it('tests every broker once', () => {
  const names = brokers.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
for (const world of brokers) testBrokerAdapter(world);
