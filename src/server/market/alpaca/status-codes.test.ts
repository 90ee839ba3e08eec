import { expect, it } from 'vitest';
import { MAX_HALT_REASON_LENGTH } from '../../../domain/symbols/halt-text.ts';
import { effectOfStatus, reasonOfStatus } from './status-codes.ts';

const status = (sc: string, z: string, rc = '', rm = '') => ({ sc, z, rc, rm });

it.each([
  ['halts', 'A', '2', 'halt'],
  ['resumes', 'B', '3', 'resume'],
  ['halts', 'C', 'H', 'halt'],
  ['pauses', 'C', 'P', 'halt'],
  ['resumes quotes, not trading', 'C', 'Q', 'halt'],
  ['resumes', 'O', 'T', 'resume'],
  ['shows an imbalance', 'A', '7', 'none'],
  ['restricts short sales', 'B', 'E', 'none'],
  ['is unknown on this tape', 'A', 'H', 'unknown'],
  ['is unknown on this tape', 'C', '2', 'unknown'],
  ['is unknown', 'C', '', 'unknown'],
])('a status that %s: tape %s, code %s', (_title, z, sc, effect) => {
  expect(effectOfStatus(status(sc, z))).toBe(effect);
});

it('names the reason of a halt in one way on both tapes', () => {
  expect([
    reasonOfStatus(status('2', 'A', 'M')),
    reasonOfStatus(status('H', 'C', 'LUDP', 'Volatility Trading Pause')),
    reasonOfStatus(status('P', 'C')),
  ]).toEqual(['Volatility pause', 'Volatility pause', 'Volatility pause']);
  expect([reasonOfStatus(status('2', 'B', '2')), reasonOfStatus(status('H', 'C', 'MWC2'))]).toEqual([
    'Market-wide circuit breaker, level 2',
    'Market-wide circuit breaker, level 2',
  ]);
});

it('uses the text of the vendor for an unknown reason, cut to what clients accept', () => {
  expect(reasonOfStatus(status('H', 'C', 'ZZ9', '  Some\n new  rule '))).toBe('Some new rule');
  expect(reasonOfStatus(status('H', 'C', 'ZZ9', 'x'.repeat(500)))).toHaveLength(MAX_HALT_REASON_LENGTH);
  expect(reasonOfStatus(status('H', 'C'))).toBe('');
});
