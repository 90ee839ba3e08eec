import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sideOfPrint } from './print-side.ts';
import { Tape, type Print } from './tape.ts';

let volume = 0;
const print = (size: number, timeMs = volume): Print => ({
  price: 10,
  size,
  exchange: 'NYSE',
  timeMs,
  volumeAfter: (volume += size),
  side: null,
  missed: 0,
});
/** Newest first, as the window shows them. */
function shown(tape: Tape): Print[] {
  const lines: Print[] = [];
  for (let number = tape.total - 1; number >= tape.oldest; number--) {
    const line = tape.line(number);
    if (line === undefined) throw new Error(`line ${number} is missing`);
    lines.push(line);
  }
  return lines;
}

describe('where a print stood', () => {
  it('is below the bid at the bid or under it, above the ask at the ask or over it', () => {
    expect([9.9, 10, 10.01, 10.02, 11].map((price) => sideOfPrint(price, 10, 10.02))).toEqual([
      'below bid',
      'below bid',
      'between',
      'above ask',
      'above ask',
    ]);
  });

  it('is judged by the sides that have a price only', () => {
    expect([sideOfPrint(10, 0, 0), sideOfPrint(10, 0, 9), sideOfPrint(10, 11, 0)]).toEqual([
      'between',
      'above ask',
      'below bid',
    ]);
  });
});

describe('the tape', () => {
  it('keeps the newest prints and drops the oldest, whatever the filter does meanwhile', () => {
    const action = fc.oneof(
      {
        weight: 8,
        arbitrary: fc.integer({ min: 1, max: 500 }).map((size) => ({ kind: 'add' as const, size })),
      },
      {
        weight: 1,
        arbitrary: fc.integer({ min: 0, max: 500 }).map((size) => ({ kind: 'filter' as const, size })),
      },
    );
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.array(action, { maxLength: 300 }), (max, actions) => {
        const tape = new Tape(max);
        let all: Print[] = [];
        let minSize = 0;
        for (const { kind, size } of actions) {
          if (kind === 'filter') {
            minSize = size;
            tape.setMinSize(size);
            continue;
          }
          const added = print(size);
          tape.add(added);
          all = [added, ...all].slice(0, max);
          expect(shown(tape)).toEqual(all.filter((other) => other.size >= minSize));
        }
      }),
      { numRuns: 150 },
    );
  });

  it('grows to its whole room without losing a print', () => {
    const tape = new Tape(5_000);
    const all = Array.from({ length: 5_000 }, (_, index) => print(1, index));
    for (const each of all) tape.add(each);
    expect(shown(tape)).toEqual(all.toReversed());
    tape.add(print(1, 9_999));
    expect(tape.oldest).toBe(1);
    expect(tape.line(0)).toBeUndefined();
  });

  it('never changes the number of a line while it is kept', () => {
    const tape = new Tape(100);
    tape.setMinSize(10);
    const large = print(10);
    tape.add(print(9));
    tape.add(large);
    for (let count = 0; count < 99; count++) {
      tape.add(print(count % 20));
      expect(tape.line(0)).toBe(large);
    }
    tape.add(print(50));
    expect(tape.line(0)).toBeUndefined();
  });

  it('puts the past before what came live, and counts what both have once', () => {
    const past = [print(1, 1_000), print(2, 1_000), print(3, 2_000), print(4, 2_000)];
    const live = [...past.slice(2), print(5, 2_000), print(6, 3_000)];
    const tape = new Tape();
    for (const each of live) tape.add(each);
    tape.load(past.toReversed());
    expect(shown(tape).map(({ size }) => size)).toEqual([6, 5, 4, 3, 2, 1]);
  });

  it('keeps what was there from before when the past connects to it, and the colour of what came live', () => {
    const prints = [print(1, 1_000), print(2, 1_001), print(3, 1_002), print(4, 1_003)];
    const [first, second, third, fourth] = prints;
    if (!first || !second || !third || !fourth) throw new Error('four prints were made');
    const tape = new Tape();
    for (const each of [first, second]) tape.add({ ...each, side: 'above ask' });
    tape.load([fourth, third, second]);
    expect(shown(tape).map(({ size, side }) => [size, side])).toEqual([
      [4, null],
      [3, null],
      [2, 'above ask'],
      [1, 'above ask'],
    ]);
  });

  it('closes a gap that the past fills, and keeps one that it does not', () => {
    const [first, second, third] = [print(1, 1_000), print(2, 1_001), print(3, 1_002)];
    if (!first || !second || !third) throw new Error('three prints were made');
    const gaps = (...history: Print[]) => {
      const tape = new Tape();
      tape.add({ ...second, missed: 500 });
      tape.add(third);
      tape.load(history);
      return shown(tape).map(({ missed }) => missed);
    };
    expect(gaps(second, first)).toEqual([0, 0, 0]);
    expect(gaps(third, second)).toEqual([0, 500]);
  });

  it('drops what was there from before when prints are missing in between', () => {
    const [first, , third] = [print(1, 1_000), print(2, 1_001), print(3, 1_002)];
    if (!first || !third) throw new Error('three prints were made');
    const tape = new Tape();
    tape.add(first);
    tape.load([third]);
    expect(shown(tape).map(({ size }) => size)).toEqual([3]);
  });

  it('keeps what came live when nothing is known of the past', () => {
    const tape = new Tape();
    tape.add(print(7));
    tape.load([]);
    expect(shown(tape).map(({ size }) => size)).toEqual([7]);
  });

  it('forgets all when it is cleared, but for the filter', () => {
    const tape = new Tape();
    tape.setMinSize(5);
    tape.add(print(7));
    tape.clear();
    expect([tape.total, tape.oldest, tape.minSize]).toEqual([0, 0, 5]);
    tape.add(print(4));
    expect(tape.total).toBe(0);
  });
});
