import { describe, expect, it } from 'vitest';
import { sparklinePath } from './Sparkline.tsx';
import { bytesText, durationText, uptimeText } from './status-figures.ts';

describe('texts of the status page', () => {
  it.each([
    [null, '—'],
    [0.424, '0.42 ms'],
    [12.4, '12 ms'],
    [1_340, '1.3 s'],
  ])('writes the duration %s as %s', (valueMs, text) => expect(durationText(valueMs)).toBe(text));

  it.each([
    [512, '512 B'],
    [1_536, '1.5 kB'],
    [3 * 1_024 * 1_024, '3.0 MB'],
  ])('writes %d bytes as %s', (bytes, text) => expect(bytesText(bytes)).toBe(text));

  it.each([
    [0, '0 s'],
    [312_000, '5 min 12 s'],
    [(3 * 24 + 4) * 3_600_000 + 59_000, '3 d 4 h'],
  ])('writes the uptime %d ms as %s', (uptimeMs, text) => expect(uptimeText(uptimeMs)).toBe(text));
});

describe('sparklinePath', () => {
  it('draws the largest value at the top, 0 at the bottom, and a gap where there is none', () => {
    expect(sparklinePath([0, 4, null, 2, 4])).toBe('M0.0 27.0L40.0 1.0M120.0 14.0L160.0 1.0');
  });

  it('draws a flat line at the bottom when nothing happened', () => {
    expect(sparklinePath([0, 0])).toBe('M0.0 27.0L160.0 27.0');
  });

  it('draws nothing without values', () => expect(sparklinePath([])).toBe(''));
});
