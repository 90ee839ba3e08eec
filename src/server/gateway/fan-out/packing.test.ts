import { describe, expect, it } from 'vitest';
import { frameText } from '../sockets/frame-text.ts';
import { inBatches, singly } from './packing.ts';

/** Payloads of frames joined to one text of bytes. */
function payloads(frames: string): string[] {
  const bytes = Buffer.from(frames, 'latin1');
  const found: string[] = [];
  for (let at = 0; at < bytes.length;) {
    const short = bytes[at + 1] ?? 0;
    const start = at + (short === 126 ? 4 : 2);
    const end = start + (short === 126 ? bytes.readUInt16BE(at + 2) : short);
    found.push(bytes.toString('utf8', start, end));
    at = end;
  }
  return found;
}
const read = (text: string): unknown => JSON.parse(text);
const texts = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    JSON.stringify({ T: 303, S: index % 7 === 0 ? 'Ü漢🙂' : 'SPY', V: index, X: 'x'.repeat(index % 200) }),
  );

describe('messages that wait for a client', () => {
  it('go one a frame, as they came', () => {
    const packing = singly();
    const all = texts(300);
    for (const text of all) packing.add(frameText(text));
    expect(payloads(packing.take())).toEqual(all);
    expect(packing.take()).toBe('');
  });

  it('go in batches as arrays with all of them, in order, however many and of whatever letters', () => {
    const packing = inBatches();
    for (const count of [0, 1, 2, 3_000]) {
      const all = texts(count);
      for (const text of all) packing.add(frameText(text));
      const frames = payloads(packing.take());
      expect(frames.flatMap(read)).toEqual(all.map(read));
      expect(frames.length).toBeLessThanOrEqual(Math.ceil(count / 100));
    }
  });
});
