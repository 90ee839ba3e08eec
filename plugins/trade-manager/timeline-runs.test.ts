import { expect, it } from 'vitest';
import { withRuns } from './timeline-runs.ts';
import type { TimelineStep } from './timeline.ts';

const step = (timeMs: number, movedTo?: number): TimelineStep => ({
  key: `s${timeMs}`,
  isAfterwards: false,
  timeMs,
  sinceMs: 1,
  status: 'Confirmed',
  tone: 'ended',
  meaning: movedTo === undefined ? 'working' : `moved to ${movedTo}`,
  facts: '',
  code: '',
  ...(movedTo !== undefined && { movedTo }),
});

it('shows a run of moves of a trailing stop as one line with the first, the last and their number, and keeps each', () => {
  const moves = [step(2, 97), step(3, 97.5), step(9, 99)];
  const lines = withRuns([step(1), ...moves, step(10), step(11, 99.5), step(12, 100), step(13)]);
  expect(lines.map(({ step: { meaning } }) => meaning)).toEqual([
    'working',
    'The stop moved 3 times, from 97.00 to 99.00.',
    'working',
    'moved to 99.5',
    'moved to 100',
    'working',
  ]);
  expect(lines[1]).toMatchObject({ moves, step: { timeMs: 9, sinceMs: 7 } });
  expect(lines.filter(({ moves: { length } }) => length > 0)).toHaveLength(1);
});
