import { describe, expect, it } from 'vitest';
import { replayEntries, replayText } from './replay-mark.ts';

const OPEN_MS = Date.parse('2019-02-11T09:30:00-05:00');

describe('the mark of a replay', () => {
  it('says the date of the exchange and the speed', () => {
    expect(replayText(5, OPEN_MS)).toBe('2019-02-11 · 5×');
    expect(replayText(0, OPEN_MS)).toBe('2019-02-11 · paused');
  });

  it('offers to pause and to change the speed', () => {
    const chosen: number[] = [];
    const entries = replayEntries({ Speed: 10, MayControl: true }, 10, (speed) => chosen.push(speed));
    expect(entries.map(({ label }) => label)).toEqual([
      'Pause',
      '1× (as it happened)',
      '2×',
      '5×',
      '10×',
      '50×',
      '100×',
    ]);
    expect(entries.filter(({ isChecked }) => isChecked === true).map(({ id }) => id)).toEqual(['speed-10']);
    for (const entry of entries) entry.run();
    expect(chosen).toEqual([0, 1, 2, 5, 10, 50, 100]);
  });

  it('offers to resume at the speed before the pause', () => {
    const chosen: number[] = [];
    const [first] = replayEntries({ Speed: 0, MayControl: true }, 5, (speed) => chosen.push(speed));
    expect(first?.label).toBe('Resume at 5×');
    first?.run();
    expect(chosen).toEqual([5]);
  });
});
