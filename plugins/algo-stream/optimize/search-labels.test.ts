import { expect, it } from 'vitest';
import { bestText } from './search-labels.ts';

type Search = Parameters<typeof bestText>[0];
/** As much of a search as the text reads. */
const search = (State: Search['State'], MinTrades: number): Search =>
  ({ State, Best: null, Terms: { MinTrades } }) as unknown as Search;

it.each([
  ['Running', 1, 'No set has a score yet.'],
  ['Completed', 1, /at least 1 closed trade\. Choose a longer period/],
  ['Stopped', 30, /at least 30 closed trades\. Choose a longer period/],
] as const)(
  'of a search that is %s without a score says what to do (%d trades)',
  (state, minTrades, text) => {
    expect(bestText(search(state, minTrades))).toMatch(text);
  },
);
