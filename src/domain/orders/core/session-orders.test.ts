import { expect, test } from 'vitest';
import { isProtective, isRequested } from './session-orders.ts';

const link = (role: NonNullable<Parameters<typeof isProtective>[0]['group']>['role']) => ({
  groupId: 'G1',
  role,
  index: 0,
});

test.each([
  ['the target of a bracket', { group: link('Target'), source: 'Close', type: 'Limit' }, true],
  ['the stop of a bracket', { group: link('Stop'), source: 'Cover', type: 'Stop' }, true],
  ['the closing order of a flatten', { group: link('Close'), source: 'Close', type: 'Market' }, true],
  ['the order that closes a surplus', { group: link('Surplus'), source: 'Close', type: 'Market' }, true],
  ['a stop that closes a position', { group: undefined, source: 'Close', type: 'Stop' }, true],
  ['a stop limit that covers a position', { group: undefined, source: 'Cover', type: 'StopLimit' }, true],
  [
    'an alternative that closes a position',
    { group: link('Alternative'), source: 'Close', type: 'Limit' },
    true,
  ],
  ['an alternative that opens one', { group: link('Alternative'), source: 'Open', type: 'Stop' }, false],
  ['the entry of a bracket', { group: link('Entry'), source: 'Open', type: 'Limit' }, false],
  ['the first order of two', { group: link('First'), source: 'Close', type: 'Limit' }, false],
  ['a limit order that closes a position', { group: undefined, source: 'Close', type: 'Limit' }, false],
  ['a stop that opens a position', { group: undefined, source: 'Open', type: 'Stop' }, false],
] as const)('%s stays without its session: %j %s', (_name, order, stays) => {
  expect(isProtective(order)).toBe(stays);
});

test('an order of a group is of the request that made the group, or sent later by the server', () => {
  const roles = [
    undefined,
    'Entry',
    'Alternative',
    'First',
    'Next',
    'Target',
    'Stop',
    'Surplus',
    'Close',
  ] as const;
  expect(roles.filter(isRequested)).toEqual([undefined, 'Entry', 'Alternative', 'First']);
});
