import { ScriptedMarket } from '../../src/server/brokerage/testing/scripted-market.ts';
import type { Bar, CandleType } from '../../src/server/market/market-data.ts';

/** Monday 2026-03-02. SPY has closed at 650 and 663 in turn on every weekday, and QQQ was listed the day before. */
export class MarketWithCloses extends ScriptedMarket {
  override async bars(symbol: string, _candle: CandleType, fromMs: number, toMs: number): Promise<Bar[]> {
    const todayMs = Date.UTC(2026, 2, 2, 5);
    const bars: Bar[] = [];
    for (let back = symbol === 'QQQ' ? 3 : 600; back >= 0; back -= 1) {
      const timeMs = todayMs - back * 86_400_000;
      if ([0, 6].includes(new Date(timeMs).getUTCDay()) || timeMs < fromMs || timeMs >= toMs) continue;
      // The day in progress would show, if it counted.
      const closeE4 = back === 0 ? 1_000 : back % 2 === 0 ? 6_500_000 : 6_630_000;
      bars.push({ timeMs, openE4: closeE4, highE4: closeE4, lowE4: closeE4, closeE4, volume: 1000 });
    }
    return bars;
  }
}
