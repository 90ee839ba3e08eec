import type { Clock } from './clock.ts';
import type { ServerConfig } from './config.ts';
import type { Logger } from './logging.ts';
import { DailyFigures } from './market/history/daily-figures.ts';
import { StockScreener } from './market/history/stock-screener.ts';
import type { MarketData } from './market/market-data.ts';
import { marketNameOf } from './market/registry.ts';
import type { OptionMarket } from './market/options/option-market.ts';
import { withOptions } from './market/options/with-options.ts';
import { storedSeed } from './market-memory.ts';
import { openMarket } from './open-market.ts';
import { createReplayNotes } from './replay-notes.ts';
import type { StartOptions } from './start-options.ts';
import type { StopList } from './stop-list.ts';
import { addStoredClosings } from './stored-closings.ts';
import type { Repositories } from './storage/repositories.ts';

/** The market with its options, and what is computed from its history. */
export interface MarketParts {
  readonly market: MarketData & OptionMarket;
  readonly history: DailyFigures;
  readonly screener: StockScreener;
  readonly clock: Clock;
}

/** Opens and starts the configured market, or the one that a test has given, and registers how to stop it. */
export async function startMarket({
  config,
  given,
  repositories,
  logger,
  say,
  stops,
}: {
  readonly config: ServerConfig;
  readonly given: StartOptions['market'];
  readonly repositories: Pick<Repositories, 'system'>;
  readonly logger: Logger;
  readonly say: (line: string) => void;
  readonly stops: StopList;
}): Promise<MarketParts> {
  await addStoredClosings(repositories.system, say);
  const notes = () => createReplayNotes({ say, logger, dataFolder: config.dataFolder });
  const stocks = given ?? (await openMarket(config, repositories.system, notes()));
  // A market given by a test has the same options at every start.
  const seed = config.seed ?? (given ? 0 : await storedSeed(repositories.system));
  const market = withOptions(stocks, { seed });
  await market.start();
  stops.add(() => market.stop());
  const history = new DailyFigures({ market, logger });
  stops.add(() => history.stop());
  const screener = new StockScreener({ market, figures: history, hostMs: () => performance.now(), logger });
  stops.add(() => screener.stop());
  const symbols = market.symbolCount().toLocaleString('en-US');
  const session = market.isOpen() ? 'in session' : 'closed';
  say(`Market: ${marketNameOf(config.market)}, ${symbols} symbols, ${session}.`);
  const clock: Clock = { exchangeMs: () => market.exchangeMs(), hostMs: () => Date.now() };
  return { market, history, screener, clock };
}
