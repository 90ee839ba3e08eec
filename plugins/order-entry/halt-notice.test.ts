import { expect, it } from 'vitest';
import { haltNotice } from './halt-notice.ts';

const notice = (
  change: Partial<Parameters<typeof haltNotice>[0]> = {},
  attach: 'None' | 'Conditional' = 'None',
) =>
  haltNotice({
    ticket: { symbol: 'SPY', attach },
    isReplace: false,
    isExternal: false,
    reason: '',
    ...change,
  });

it('states what the server does with each kind of order while the symbol is halted', () => {
  expect([notice(), notice({}, 'Conditional'), notice({ isReplace: true, isExternal: true })]).toEqual([
    'SPY is halted. New orders of every type are refused until trading resumes. Open orders stay.',
    'SPY is halted. The server keeps an order that waits, and refuses it if SPY is still halted when it is due.',
    'SPY is halted. Until trading resumes, the order can be cancelled but not replaced.',
  ]);
});

it('states why the symbol is halted where that is known', () => {
  expect(notice({ reason: 'News pending', isReplace: true })).toBe(
    'SPY is halted (News pending). Until trading resumes, the order can be cancelled but not replaced.',
  );
});

it('leaves the rules of an external broker to the broker', () => {
  expect(notice({ isExternal: true }, 'Conditional')).toBe(
    'SPY is halted. The broker decides whether it accepts orders now.',
  );
});
