import { expect, it } from 'vitest';
import { proposedClientId, proposingKeyOf } from './index.ts';

it('finds the key of a proposed order in its ClientId, and none in that of another order', () => {
  const clientId = proposedClientId('0123456789abcdef', 'f'.repeat(24));
  expect(clientId.length).toBeLessThanOrEqual(64);
  expect(proposingKeyOf(clientId)).toBe('0123456789abcdef');
  expect(proposingKeyOf('ord-1')).toBeUndefined();
  expect(proposingKeyOf('proposal.x')).toBeUndefined();
});
