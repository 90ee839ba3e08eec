import { describe, expect, it } from 'vitest';
import { VariableReader } from '../variable-reader.ts';
import { readMarketChoice } from './registry.ts';

describe('readMarketChoice', () => {
  it('checks the variables of every adapter, whichever market is chosen', () => {
    const variables = new VariableReader({ TAPEDECK_MARKET: 'simulated', TAPEDECK_SPEED: '0.5' });
    expect(readMarketChoice(variables).kind).toBe('simulated');
    expect(variables.problems).toEqual([
      'TAPEDECK_SPEED is "0.5"; it must be a number from 1 to 100, or 0 for a paused market.',
    ]);
  });

  it('keeps colons of the argument', () => {
    const choice = readMarketChoice(new VariableReader({ TAPEDECK_MARKET: 'replay:C:/tapes' }));
    expect(choice).toMatchObject({ kind: 'replay', argument: 'C:/tapes' });
  });
});
