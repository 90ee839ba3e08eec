import type { ChainAnalytics } from '../model/analytics.ts';
import type { ExpirationGroup } from '../model/chain-lines.ts';
import type { StrikeRow } from '../model/contract.ts';
import { volatilityText } from '../model/contract-columns.ts';
import { daysText, daysToExpiry, expirationText } from '../model/expirations.ts';

/** A point of a plot; `y` is a volatility in percent a year. */
export interface PlotPoint {
  readonly x: number;
  readonly y: number;
  readonly label: string;
}
export interface PlotSeries {
  readonly id: string;
  readonly label: string;
  readonly points: readonly PlotPoint[];
}

/** More smiles than this cannot be distinguished. */
export const MAX_SMILES = 5;
const PERCENT = 100;

/** The contract out of the money has the tighter quote: the put below the price, the call above it; the other one where it implies nothing. */
export function rowVolatility(row: StrikeRow, analytics: ChainAnalytics): number | null {
  const [first, second] = row.strike < analytics.pricing.spot ? [row.put, row.call] : [row.call, row.put];
  const preferred = first === undefined ? null : analytics.volatility(first);
  return preferred ?? (second === undefined ? null : analytics.volatility(second));
}

const isPlottable = (volatility: number | null): volatility is number =>
  volatility !== null && Number.isFinite(volatility) && volatility > 0;

/** Implied volatility by strike, one smile for each open expiration. */
export function smileSeries(
  groups: readonly ExpirationGroup[],
  open: ReadonlySet<string>,
  analytics: ChainAnalytics,
): readonly PlotSeries[] {
  return groups
    .filter(({ id }) => open.has(id))
    .slice(0, MAX_SMILES)
    .map(({ id, expiration, rows }) => ({
      id,
      label: expirationText(expiration.date),
      points: rows.flatMap((row) => {
        const volatility = rowVolatility(row, analytics);
        if (!isPlottable(volatility)) return [];
        return [
          { x: row.strike, y: volatility * PERCENT, label: `${row.strike}: ${volatilityText(volatility)}` },
        ];
      }),
    }));
}

/** Implied volatility at the money by days to expiry. */
export function termSeries(groups: readonly ExpirationGroup[], analytics: ChainAnalytics): PlotSeries {
  const { nowMs } = analytics.pricing;
  return {
    id: 'term',
    label: 'At the money',
    points: groups.flatMap(({ expiration, rows }) => {
      const volatility = analytics.atTheMoney(rows);
      if (!isPlottable(volatility)) return [];
      const days = daysToExpiry(expiration.date, nowMs);
      const label = `${expirationText(expiration.date)} (${daysText(days)}): ${volatilityText(volatility)}`;
      return [{ x: days, y: volatility * PERCENT, label }];
    }),
  };
}
