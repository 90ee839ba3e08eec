import type { MarketPhase } from '../market/market-data.ts';

/** Phase and date of the exchange. */
export interface DayMark {
  readonly phase: MarketPhase;
  /** Date of the session in progress, or of the last one begun. */
  readonly date: string;
}
/** Steps of the exchange day as the matcher receives them. */
export type DayTurn = 'pre' | 'open' | 'close' | 'dayEnd';

/** The remaining steps of a day from each phase. Before the opening there are none: the following day is the one that orders wait for. */
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

/** All steps of the exchange day between two evaluations, complete after any pause. */
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
