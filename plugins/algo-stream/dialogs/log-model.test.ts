import { describe, expect, it } from 'vitest';
import { addLines, EMPTY_LOG, logAsCsv, nextLine, searchLines, summaryText } from './log-model.ts';

const lines = (from: number, count: number) =>
  Array.from({ length: count }, (_, at) => ({ Time: 0, Text: `line ${from + at}` }));
const part = (from: number, count: number) => ({ from, lines: lines(from, count), total: from + count });

describe('the log of a run', () => {
  it('adds new lines and keeps the last thousand', () => {
    const log = [part(0, 600), part(600, 600)].reduce(addLines, EMPTY_LOG);
    expect([log.lines.length, log.lines[0]?.Text, log.dropped, nextLine(log)]).toEqual([
      1_000,
      'line 200',
      200,
      1_200,
    ]);
  });

  it('begins again where lines were dropped between two loads', () => {
    const log = [part(0, 10), part(500, 20)].reduce(addLines, EMPTY_LOG);
    expect([log.lines.length, log.dropped]).toEqual([20, 500]);
  });

  it('is the same while nothing new was logged, and begins again with the log of a new run', () => {
    const log = addLines(EMPTY_LOG, part(0, 10));
    expect(addLines(log, part(10, 0))).toBe(log);
    expect(addLines(log, { from: 3, lines: [], total: 3 })).toEqual(EMPTY_LOG);
  });

  it('is searched without regard to case', () => {
    expect(searchLines(lines(0, 20), ' LINE 1 ')).toHaveLength(11);
    expect(searchLines(lines(0, 3), ' ')).toHaveLength(3);
  });

  it('says how many lines there are, are shown and were dropped', () => {
    expect(summaryText({ lines: lines(0, 1), dropped: 0 }, 1)).toBe('1 line');
    expect(summaryText({ lines: lines(0, 340), dropped: 2_000 }, 12)).toBe(
      '12 of 340 lines. 2,000 earlier lines were dropped',
    );
  });

  it('is exported with its times in New York', () => {
    expect(logAsCsv([{ Time: Date.UTC(2026, 0, 5, 15), Text: 'a, "b"' }])).toContain(
      '2026-01-05 10:00:00,"a, ""b"""',
    );
  });
});
