import { fromE4, toMoneyE4 } from '../../src/domain/money/price.ts';

/** What the figures of a list are computed from. Money in dollars. */
export interface CountedTrip {
  readonly Closed: number | null;
  readonly Net: number;
  readonly Risk: number | null;
}

/** The figures of closed round trips. Null = undefined, such as the average of no trades. Money in dollars, after fees. */
export interface TripStatistics {
  readonly count: number;
  readonly wins: number;
  readonly losses: number;
  readonly net: number;
  /** 0 to 1: trips with a profit among all closed ones. */
  readonly winRate: number | null;
  readonly averageWin: number | null;
  readonly averageLoss: number | null;
  /** Mean profit of a trip. */
  readonly expectancy: number | null;
  /** All profits divided by all losses; null without a loss. */
  readonly profitFactor: number | null;
  /** Mean R of the trips that have one. */
  readonly averageR: number | null;
}

/** The R multiple of a trip: its profit after fees in units of the initial risk. Null while it is open or without a risk. */
export const rMultiple = ({ Closed, Net, Risk }: CountedTrip): number | null =>
  Closed === null || Risk === null || Risk === 0 ? null : Net / Risk;

/** The figures of the closed trips among these. A trip whose profit is 0 is neither a win nor a loss. */
export function statisticsOf(trips: readonly CountedTrip[]): TripStatistics {
  const closed = trips.filter(({ Closed }) => Closed !== null);
  const nets = closed.map(({ Net }) => toMoneyE4(Net));
  const [wins, losses] = [nets.filter((net) => net > 0), nets.filter((net) => net < 0)];
  const [netE4, wonE4, lostE4] = [sum(nets), sum(wins), sum(losses)];
  const multiples = closed.flatMap((trip) => rMultiple(trip) ?? []);
  return {
    count: closed.length,
    wins: wins.length,
    losses: losses.length,
    net: fromE4(netE4),
    winRate: closed.length === 0 ? null : wins.length / closed.length,
    averageWin: wins.length === 0 ? null : fromE4(wonE4) / wins.length,
    averageLoss: losses.length === 0 ? null : fromE4(lostE4) / losses.length,
    expectancy: closed.length === 0 ? null : fromE4(netE4) / closed.length,
    profitFactor: lostE4 === 0 ? null : wonE4 / -lostE4,
    averageR: multiples.length === 0 ? null : sum(multiples) / multiples.length,
  };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
