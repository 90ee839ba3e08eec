import type { MarketData } from '../../market/market-data.ts';
import type { HistorySource } from '../data/collect.ts';
import type { StrategyDescription } from '../runtime/types.ts';
import { watchTrades, type FollowedSymbol } from './live-delivery.ts';
import { warmUpOf } from './live-warm-up.ts';

/** A symbol of a run, with its bars before the run. */
export type FollowedBars = FollowedSymbol & Awaited<ReturnType<typeof warmUpOf>>;

/** What follows the symbols of a run. */
interface Follower {
  /** Receives what ends the watch of a symbol, before its bars are read. */
  onWatched(stop: () => void): void;
  /** True once the run is over. */
  isOver(): boolean;
}

/** Watches the trades of the symbol of the run, and of the others in the sequence of the description, and reads the bars before them; undefined when the run is over. */
export async function followSymbols(
  market: HistorySource & Pick<MarketData, 'watch'>,
  { primarySymbol, barMinutes, warmUpBars, otherSymbols }: StrategyDescription,
  follower: Follower,
): Promise<readonly [FollowedBars, ...FollowedBars[]] | undefined> {
  const follow = async (needs: StrategyDescription['otherSymbols'][number]): Promise<FollowedBars> => {
    const { symbol, isTraded = false } = needs;
    // Watched from before the bars are requested: no trade falls between the two.
    const watched = watchTrades(market, symbol);
    follower.onWatched(watched.stop);
    const fromMs = market.exchangeMs();
    const bars = await warmUpOf(market, symbol, { barMinutes, warmUpBars: needs.warmUpBars });
    return { symbol, isTraded, watched, fromMs, ...bars };
  };
  const followed: [FollowedBars, ...FollowedBars[]] = [
    await follow({ symbol: primarySymbol, isTraded: true, warmUpBars }),
  ];
  for (const other of otherSymbols) {
    // What is watched after the end would never be stopped.
    if (follower.isOver()) return undefined;
    followed.push(await follow(other));
  }
  return followed;
}
