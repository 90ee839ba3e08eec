import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { freeLabels } from './free-labels.ts';

const labels = [100, 140, 180, 220].map((y) => ({ y, text: String(400 - y) }));
const tagAt = (y: number) => [{ top: y - 8.5, bottom: y + 8.5 }];
const texts = (y: number, covered = new Set<string>()) =>
  freeLabels(labels, tagAt(y), covered).map(({ text }) => text);

describe('the labels of an axis', () => {
  it('are all there while no tag is near one', () => {
    expect(texts(160)).toEqual(['300', '260', '220', '180']);
    expect(freeLabels(labels, [], new Set())).toEqual(labels);
  });

  it('leave out one that a tag covers, wholly or in part', () => {
    for (const y of [140, 130, 126, 150, 154]) expect(texts(y)).toEqual(['300', '220', '180']);
  });

  it('leave out those of every tag', () => {
    expect(freeLabels(labels, [...tagAt(100), ...tagAt(215)], new Set()).map(({ text }) => text)).toEqual([
      '260',
      '220',
    ]);
  });

  it('do not blink while a tag moves to and fro by a pixel at the edge of one', () => {
    const covered = new Set<string>();
    const seen = Array.from({ length: 20 }, (_, n) =>
      texts(n % 2 === 0 ? 125 : 126, covered).includes('260'),
    );
    // There at first; covered once, it stays away.
    expect(seen.slice(1)).toEqual(Array.from({ length: 19 }, () => false));
    expect(texts(122, covered)).toContain('260');
  });

  it('that are shown are never reached by a tag, wherever tags go', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 60, max: 260 }), { maxLength: 60 }), (walk) => {
        const covered = new Set<string>();
        for (const y of walk)
          for (const label of freeLabels(labels, tagAt(y), covered))
            expect(Math.abs(label.y - y)).toBeGreaterThanOrEqual(14.5);
      }),
    );
  });
});
