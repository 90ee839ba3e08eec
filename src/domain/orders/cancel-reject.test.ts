import { expect, it } from 'vitest';
import { CANCEL_REJECT_REASONS, cancelRejectReason } from './cancel-reject.ts';
import { ORDER_ERRORS } from './errors.ts';
import { CANCEL_CHECKS, REPLACE_CHECKS } from '../risk/index.ts';

it.each([
  [-13, 'UnknownOrder'],
  [-25, 'UnknownOrder'],
  [-19, 'TooLateToCancel'],
  [-17, 'TooLateToCancel'],
  [-18, 'TooLateToCancel'],
  [-34, 'TooLateToCancel'],
  [-20, 'OrderAlreadyInPendingStatus'],
  [-21, 'OrderAlreadyInPendingStatus'],
  [-26, 'BrokerCredit'],
  [-33, 'BrokerCredit'],
] as const)('code %i is reported as %s', (code, reason) => expect(cancelRejectReason(code)).toBe(reason));

it('has a reason for every code of the catalogue, and a code for every reason among the checks of cancels and replaces', () => {
  for (const code of Object.keys(ORDER_ERRORS))
    expect(CANCEL_REJECT_REASONS).toContain(cancelRejectReason(Number(code)));
  const given = new Set(
    [...CANCEL_CHECKS, ...REPLACE_CHECKS].flatMap(({ codes }) => codes.map(cancelRejectReason)),
  );
  expect([...given].sort()).toEqual([...CANCEL_REJECT_REASONS].sort());
});
