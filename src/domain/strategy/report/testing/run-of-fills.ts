import { notionalE4, type MoneyE4, type PriceE4 } from '../../../money/price.ts';
import { ReturnsRun, type Returns } from '../../../returns/index.ts';
import type { DailyClose, ReportFill, ReportInput } from '../types.ts';

/** A fill of a test run. Prices in dollars. */
export interface TestFill {
  readonly timeMs: number;
  /** Positive = bought. */
  readonly shares: number;
  readonly price: number;
  readonly feesE4?: number;
}

const e4 = (dollars: number): PriceE4 => Math.round(dollars * 10_000);

/** A run of fills as the server counts it: the input of its report, and its returns. `closes`: dollars by date. */
export function runOfFills(
  fills: readonly TestFill[],
  {
    closes,
    fromMs,
    toMs,
    baseE4,
  }: {
    readonly closes: Readonly<Record<string, number>>;
    readonly fromMs: number;
    readonly toMs: number;
    /** Absent = the most capital in use. */
    readonly baseE4?: MoneyE4;
  },
): { readonly input: ReportInput; readonly returns: Returns } {
  const daily: DailyClose[] = Object.entries(closes).map(([date, close]) => ({ date, closeE4: e4(close) }));
  const lastPriceE4 = daily.at(-1)?.closeE4 ?? null;
  const run = new ReturnsRun();
  const reported = fills.map(({ timeMs, shares, price, feesE4 = 0 }): ReportFill => {
    const priceE4 = e4(price);
    const { fifoProfitE4 } = run.add({
      timeMs,
      side: shares > 0 ? 'Buy' : 'Sell',
      quantity: Math.abs(shares),
      priceE4,
      feesE4,
    });
    const grossAmountE4 = notionalE4(priceE4, -shares);
    return { timeMs, signedQuantity: shares, priceE4, fifoProfitE4, feesE4, grossAmountE4 };
  });
  const returns = run.result({ fromMs, toMs, firstPriceE4: null, lastPriceE4 });
  return {
    returns,
    input: {
      fromMs,
      toMs,
      multiplier: 1,
      baseE4: baseE4 ?? returns.capitalE4,
      netE4: returns.netE4,
      openProfitE4: returns.grossE4 - returns.cumulativeGrossE4,
      barDrawdownE4: null,
      fills: reported,
      closes: daily,
      marks: [],
    },
  };
}
