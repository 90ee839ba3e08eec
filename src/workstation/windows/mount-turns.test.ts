import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takeTurn } from './mount-turns.ts';

let nowMs = 0;
beforeEach(() => {
  vi.useFakeTimers();
  nowMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('contents that are quick to mount share a turn', () => {
  const mounted: string[] = [];
  for (const name of ['chart', 'ladder', 'ticket']) takeTurn(() => mounted.push(name));
  expect(mounted).toEqual([]);
  vi.advanceTimersToNextTimer();
  expect(mounted).toEqual(['chart', 'ladder', 'ticket']);
});

test('a content that takes long ends the turn, and the page is free before the next', () => {
  const mounted: string[] = [];
  for (const name of ['chart', 'ladder'])
    takeTurn(() => {
      mounted.push(name);
      nowMs += 50;
    });
  vi.advanceTimersToNextTimer();
  expect(mounted).toEqual(['chart']);
  vi.advanceTimersToNextTimer();
  expect(mounted).toEqual(['chart', 'ladder']);
});

test('a window that has gone is not mounted', () => {
  const mounted: string[] = [];
  const giveUp = takeTurn(() => mounted.push('chart'));
  takeTurn(() => mounted.push('ladder'));
  giveUp();
  vi.runAllTimers();
  expect(mounted).toEqual(['ladder']);
});

test('an error of a content does not keep the others waiting', () => {
  const mounted: string[] = [];
  takeTurn(() => {
    throw new Error('no canvas');
  });
  takeTurn(() => mounted.push('ladder'));
  expect(() => vi.advanceTimersToNextTimer()).toThrow('no canvas');
  vi.runAllTimers();
  expect(mounted).toEqual(['ladder']);
});
