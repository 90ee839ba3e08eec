import { describe, expect, it } from 'vitest';
import { exitFaults } from './exit-faults.ts';

describe('exits that are written out in the code', () => {
  it.each([
    ['buy(1, { exits: {} });', 1, 10, 'at least one of target, stop and trail'],
    [
      "symbol('SPY');\nbuy(1, { exits: { target: { percent: 2 }, stop: { amount: -1.5 } } });",
      2,
      43,
      'stop takes more than 0 and at most 100,000 dollars: -1.5',
    ],
    ['goLong(1, {\n  exits: { stop: { percent: 100 } },\n});', 2, 12, 'The stop is less than 100 % below'],
    ['short(1, { exits: { target: { percent: 120 } } });', 1, 21, 'The target is less than 100 % below'],
    ['buy(1, { exits: { trail: { price: 98 } } });', 1, 19, "Unknown: 'price'"],
    ['buy(1, { exits: { stop: { price: 101 }, target: { price: 100 } } });', 1, 10, 'The stop is below'],
    ['buy(size(1), { exits: { targets: { price: 1 } } });', 1, 25, "Unknown: 'targets'"],
  ])('are reported at their place: %s', (code, line, column, message) => {
    const [fault, ...others] = exitFaults(code);
    expect(others).toEqual([]);
    expect(fault).toMatchObject({ line, column });
    expect(fault?.message).toContain(message);
  });

  it.each([
    'buy(1, { exits: { target: { percent: 2 }, stop: { amount: 1_000.5 }, trail: { percent: .5 } } });',
    // Only the run knows these.
    'buy(1, { exits: { stop: { amount: -distance } } });',
    'buy(1, { exits: { ...usual } });',
    'buy(1, { exits });',
    'buy(1, { exits: usual({}) });',
    // No order, no code.
    'const plan = { exits: {} };',
    '// buy(1, { exits: {} });',
    'log("buy(1, { exits: {} })");',
    // Short: a stop may be any distance above.
    'goShort(1, { exits: { stop: { percent: 150 } } });',
    'buy(1, { exits: {',
  ])('are not reported: %s', (code) => {
    expect(exitFaults(code)).toEqual([]);
  });
});
