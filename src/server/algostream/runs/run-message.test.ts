import { describe, expect, it } from 'vitest';
import { MESSAGE_CHARACTERS, runMessage } from './run-message.ts';

describe('the message of a run', () => {
  it('shows the last line of the log on a line of its own, with a label', () => {
    expect(runMessage(['The code sent no order in this period.'], 'at 678.44')).toBe(
      'The code sent no order in this period.\nLast log line: at 678.44',
    );
  });

  it('joins its sentences, and leaves out what is empty', () => {
    expect(runMessage(['Ran on prints only.', '', 'No order was filled.'], '')).toBe(
      'Ran on prints only. No order was filled.',
    );
    expect(runMessage(['', ''], 'at 678.44')).toBe('at 678.44');
    expect(runMessage([], '')).toBe('');
  });

  it('cuts a long reason before the log line, so that the wire accepts both', () => {
    const message = runMessage(['x'.repeat(3_000)], 'y'.repeat(900));
    expect(message).toHaveLength(MESSAGE_CHARACTERS);
    expect(message.endsWith(`\nLast log line: ${'y'.repeat(500)}`)).toBe(true);
  });
});
