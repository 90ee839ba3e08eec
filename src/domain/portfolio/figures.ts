/** Position figures, in the unit of the given prices: E4 on the server, dollars in the browser. */

/** Long, short, or no position. */
export type PositionSide = 'Long' | 'Short' | 'Flat';

/** A position as it is stored; costs are signed, positive for long and negative for short. */
export interface PositionFacts {
  /** Shares or contracts, positive for long and negative for short. */
  readonly quantity: number;
  /** Shares of one of the quantity: 1 for stocks, 100 for options. */
  readonly multiplier: number;
  readonly fifoCost: number;
  readonly mtmCost: number;
  /** FIFO profit of closed shares, before fees. */
  readonly closedPl: number;
  /** Profit of shares closed in the present session, by marks, less its fees. */
  readonly todayPl: number;
  /** Quantity that open orders are to close. */
  readonly lockedQuantity: number;
  readonly tradedShares: number;
}

/** The figures of a position in Trade Manager. Those that need a market price are null without one. */
export interface PositionFigures {
  readonly side: PositionSide;
  /** Quantity without a sign. */
  readonly total: number;
  readonly locked: number;
  /** Quantity that no open order closes yet. */
  readonly available: number;
  readonly traded: number;
  /** Signed, at trade prices. */
  readonly fifoCost: number;
  /** Signed, at marks. */
  readonly mtmCost: number;
  /** Signed market value. */
  readonly value: number | null;
  /** Mean FIFO price of a share; 0 when flat. */
  readonly shareAverage: number;
  readonly openFifoPl: number | null;
  readonly openMtmPl: number | null;
  /** Open P&L in per cent of the cost; 0 when flat. */
  readonly openFifoPercent: number | null;
  readonly openMtmPercent: number | null;
  readonly closedPl: number;
  /** Closed and open profit of the present session, fees included. */
  readonly todayPl: number | null;
  /** All profit since the beginning, open and closed, before fees. */
  readonly totalPl: number | null;
}

/** The figures of a position at a market price of one share; `price` 0 or null = not known. */
export function positionFigures(position: PositionFacts, price: number | null): PositionFigures {
  const { quantity, multiplier, fifoCost, mtmCost, closedPl, todayPl } = position;
  const total = Math.abs(quantity);
  const locked = Math.min(total, position.lockedQuantity);
  const isFlat = total === 0;
  const value = isFlat ? 0 : price === null || !(price > 0) ? null : quantity * multiplier * price;
  const openFifoPl = value === null ? null : value - fifoCost;
  const openMtmPl = value === null ? null : value - mtmCost;
  return {
    side: isFlat ? 'Flat' : quantity > 0 ? 'Long' : 'Short',
    total,
    locked,
    available: total - locked,
    traded: position.tradedShares,
    fifoCost,
    mtmCost,
    value,
    shareAverage: isFlat ? 0 : Math.abs(fifoCost) / (total * multiplier),
    openFifoPl,
    openMtmPl,
    openFifoPercent: percentOf(openFifoPl, fifoCost),
    openMtmPercent: percentOf(openMtmPl, mtmCost),
    closedPl,
    todayPl: openMtmPl === null ? null : todayPl + openMtmPl,
    totalPl: openFifoPl === null ? null : closedPl + openFifoPl,
  };
}

/** Profit in per cent of the cost. With a cost of 0 a gain is 100 % and a loss -100 %, as in the column catalogue. */
function percentOf(profit: number | null, cost: number): number | null {
  if (profit === null) return null;
  if (cost !== 0) return (profit / Math.abs(cost)) * 100;
  return profit === 0 ? 0 : Math.sign(profit) * 100;
}
