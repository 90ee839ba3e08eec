import { DAY_MS } from '../../../domain/calendar/durations.ts';
import { newYorkDate } from '../../../domain/calendar/us-equity.ts';
import { fromE4 } from '../../../domain/money/price.ts';
import { expirationSeconds, historicalVolatility, type Expiration } from '../../../domain/options/index.ts';
import type { Body, ItemsOf } from '../../../protocol/index.ts';
import type { StrikeChoice } from '../../market/options/option-market.ts';
import type { GatewayDeps } from '../deps.ts';
import {
  DataRefusal,
  requireSymbol,
  SYMBOL_NOT_FOUND,
  type DataCall,
  type DataHandlers,
} from './handlers.ts';
import { optionToWire } from '../translate/options.ts';

/** The requests about options. */
export type OptionRequest =
  'optionExpirations' | 'optionChain' | 'optionChainSnapshot' | 'optionSnapshot' | 'priceVolatility';

/** Calendar days that hold a trading day, with room for holidays. */
const CALENDAR_DAYS = 1.6;

/** Answers to the option requests. */
export const optionHandlers: DataHandlers<OptionRequest> = {
  async optionExpirations(body, { market }) {
    const expirations = await expirationsOf(market, body.Symbol);
    return expirations.map(({ date, kind }) => ({
      Expiration: expirationSeconds(date),
      IsWeekly: kind === 'weekly',
    }));
  },
  optionChain: async (body, call) =>
    chainOf(call, body.Symbol, await expirationsOf(call.market, body.Symbol), {}),
  async optionChainSnapshot(body, call) {
    const { UnderlyingSymbol: underlying, ExpirationFrom: from, ExpirationTo: to } = body;
    const wanted = (await expirationsOf(call.market, underlying)).filter(
      ({ date }) => expirationSeconds(date) >= from && expirationSeconds(date) <= to,
    );
    return chainOf(call, underlying, wanted, body.ApplyConditions ? { nearest: body.NearestNumber } : {});
  },
  optionSnapshot: (body, call) => optionsOf(call, body.Symbols),
  priceVolatility: (body, { market }) => volatilityOf(market, body),
};

/** The expirations that an underlying has now. Throws a DataRefusal for an unknown symbol, and when its recorded chain cannot be used. */
export async function expirationsOf(
  market: GatewayDeps['market'],
  underlying: string,
): Promise<readonly Expiration[]> {
  const problem = await market.chainProblem(underlying);
  if (problem !== null) throw new DataRefusal(problem);
  const expirations = market.expirations(underlying);
  if (!expirations) throw new DataRefusal(SYMBOL_NOT_FOUND);
  return expirations;
}

/** Expiration by expiration: a whole chain is thousands of options. */
async function chainOf(
  { market, signal, pace }: DataCall,
  underlying: string,
  expirations: readonly Expiration[],
  choice: StrikeChoice,
): Promise<ItemsOf<'optionChain'>> {
  const items: ItemsOf<'optionChain'> = [];
  for (const { date } of expirations) {
    await pace();
    if (signal.aborted) break;
    for (const option of market.chain(underlying, date, choice)) items.push(optionToWire(option));
  }
  return items;
}

async function optionsOf(
  { market, signal, pace }: DataCall,
  symbols: readonly string[],
): Promise<ItemsOf<'optionSnapshot'>> {
  const items: ItemsOf<'optionSnapshot'> = [];
  await market.ready?.(symbols, 'prices');
  for (const symbol of new Set(symbols)) {
    await pace();
    if (signal.aborted) break;
    const option = market.option(symbol);
    if (option) items.push(optionToWire(option));
  }
  return items;
}

/** Closes are those of finished sessions: the day in progress has none yet. */
async function volatilityOf(
  market: GatewayDeps['market'],
  body: Body<'priceVolatility'>,
): Promise<ItemsOf<'priceVolatility'>> {
  requireSymbol(market, body.Symbol);
  const today = market.sessionDay();
  const toMs = Math.min(body.ToDate, market.exchangeMs());
  const bars = await market.bars(
    body.Symbol,
    'Day',
    toMs - Math.ceil(body.NumberOfDays * CALENDAR_DAYS + 10) * DAY_MS,
    toMs + 1,
  );
  const isOver = market.exchangeMs() >= today.closeMs;
  const finished = bars.filter(({ timeMs }) => isOver || newYorkDate(timeMs) < today.date);
  const volatility = historicalVolatility(
    finished.slice(-body.NumberOfDays).map(({ closeE4 }) => fromE4(closeE4)),
  );
  if (volatility === null)
    throw new DataRefusal(`There are not enough daily closes of ${body.Symbol} to compute its volatility.`);
  return [{ Volatility: volatility }];
}
