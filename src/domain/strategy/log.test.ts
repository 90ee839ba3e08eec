import { describe, expect, it } from 'vitest';
import { StrategyLog } from './log.ts';

describe('the log of a strategy', () => {
  it('gives its lines with the time of the present bar', () => {
    let nowMs = 5;
    const log = new StrategyLog(() => nowMs);
    log.write('a', 1, true);
    nowMs = 6;
    log.write('x'.repeat(9_000));
    const { lines, dropped } = log.takeLines();
    expect(lines[0]).toEqual({ timeMs: 5, text: 'a 1 true' });
    expect(lines[1]?.text).toHaveLength(500);
    expect([lines[1]?.timeMs, dropped]).toEqual([6, 0]);
    expect(log.takeLines()).toEqual({ lines: [], dropped: 0 });
  });

  it('keeps the last lines and counts the dropped ones', () => {
    const log = new StrategyLog(() => 0);
    for (let n = 0; n < 2_500; n += 1) log.write(n);
    const { lines, dropped } = log.takeLines();
    expect([lines.length, lines[0]?.text, lines.at(-1)?.text, dropped]).toEqual([
      1_000,
      '1500',
      '2499',
      1_500,
    ]);
  });

  it('drops the oldest lines when the limit becomes smaller', () => {
    const log = new StrategyLog(() => 0);
    for (let n = 0; n < 150; n += 1) log.write(n);
    log.limit = 100;
    log.write('new');
    const { lines, dropped } = log.takeLines();
    expect([lines.length, lines[0]?.text, lines.at(-1)?.text, dropped]).toEqual([100, '51', 'new', 51]);
  });
});
