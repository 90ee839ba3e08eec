import { barStartMs, type BarPeriod } from '../../../src/domain/bars/bar-period.ts';
import type { CorporateAction, ShareRatio } from '../../../src/domain/corporate-actions/types.ts';
import type { BarStore } from './bar-store.ts';

/** A corporate action on a chart. */
export interface ChartAction {
  readonly kind: CorporateAction['kind'];
  /** 00:00 New York of the ex-date, UTC ms. */
  readonly timeMs: number;
  /** `7-for-1 split`. */
  readonly title: string;
  /** Of a split: new shares for old ones. */
  readonly ratio?: ShareRatio;
}

interface Bars {
  readonly bars: BarStore;
  readonly period: BarPeriod;
  readonly actions: readonly ChartAction[];
}

/** The number of the bar that begins with the action, or contains its ex-date; undefined when the chart has no such bar. */
export function barOfAction({ bars, period }: Omit<Bars, 'actions'>, timeMs: number): number | undefined {
  const startMs = typeof period === 'string' ? barStartMs(timeMs, period) : timeMs;
  const index = bars.indexFrom(startMs);
  const isBeforeFirst = index === 0 && startMs < (bars.timeMs[0] ?? 0);
  return index >= bars.length || isBeforeFirst ? undefined : index;
}

/** The actions of a bar, by ex-date. */
export const actionsOfBar = ({ bars, period, actions }: Bars, index: number): readonly ChartAction[] =>
  actions.filter(({ timeMs }) => barOfAction({ bars, period }, timeMs) === index);
