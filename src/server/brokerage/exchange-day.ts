import type { MarketPhase } from '../market/market-data.ts';

/** Where the exchange stands in which of its days. */
export interface DayMark {
  readonly phase: MarketPhase;
  /** Date of the session in progress, or of the last one begun. */
  readonly date: string;
}
/** Steps of the exchange day as the matcher receives them. */
export type DayTurn = 'pre' | 'open' | 'close' | 'dayEnd';

/** The end of a day from each phase of it. Before the opening there is nothing to end: the day that follows is the one that was waited for. */
const REST_OF_DAY: Readonly<Record<MarketPhase, readonly DayTurn[]>> = {
  pre: [],
  open: ['close', 'dayEnd'],
  post: ['dayEnd'],
  closed: [],
};
const FROM_NIGHT: Readonly<Record<MarketPhase, readonly DayTurn[]>> = {
  closed: [],
  pre: ['pre'],
  open: ['open'],
  post: ['close'],
};
const WITHIN_DAY: Readonly<Record<MarketPhase, Readonly<Record<MarketPhase, readonly DayTurn[]>>>> = {
  closed: FROM_NIGHT,
  pre: { closed: ['close', 'dayEnd'], pre: [], open: ['open'], post: ['close'] },
  open: { closed: ['close', 'dayEnd'], pre: ['close', 'dayEnd', 'pre'], open: [], post: ['close'] },
  post: { closed: ['dayEnd'], pre: ['dayEnd', 'pre'], open: ['open'], post: [] },
};

/** Every step between two looks at the exchange, none left out however long nobody looked. */
export function turnsBetween(before: DayMark, now: DayMark): readonly DayTurn[] {
  if (before.date === now.date) return WITHIN_DAY[before.phase][now.phase];
  const rest = REST_OF_DAY[before.phase];
  return [
    ...rest,
    ...(rest.length > 0 || before.phase === 'closed'
      ? FROM_NIGHT[now.phase]
      : WITHIN_DAY[before.phase][now.phase]),
  ];
}
