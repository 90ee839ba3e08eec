import { E4, type MoneyE4, type PriceE4 } from '../../../domain/money/price.ts';
import { legalAtOrBelowE4, optionStepE4 } from '../../../domain/options/index.ts';
import type { Snapshot, Trade } from '../market-data.ts';
import { uniform32 } from '../simulated/noise.ts';
import type { Contract } from './contract.ts';
import { optionExchangeAt, priceOption } from './option-pricer.ts';
import type { ContractDay, UnderlyingDay, UnderlyingView } from './underlying-day.ts';
import type { UnderlyingPrint } from './underlying-tape.ts';

/** Share of the prints that meet between bid and offer, when there is a step between them. */
const BETWEEN = 0.2;

/** Which of an option's prints a trade of the underlying brings about: those above `after` up to and including `upTo`; none when they are equal. */
export function printsOfTrade(
  { schedule }: ContractDay,
  trade: Pick<Trade, 'totalVolume' | 'size'>,
): { readonly after: number; readonly upTo: number } {
  return {
    after: schedule.printsAt(trade.totalVolume - trade.size),
    upTo: schedule.printsAt(trade.totalVolume),
  };
}

/** What the option printed with a trade of its underlying: at the bid or the offer of that moment, seldom between them. Several prints at once are one. */
export function printAt(
  contract: Contract,
  contractDay: ContractDay,
  view: Pick<UnderlyingView, 'day' | 'snapshot'>,
  trade: UnderlyingPrint,
): Trade | undefined {
  const { after, upTo } = printsOfTrade(contractDay, trade);
  const priceE4 = upTo > after ? printPriceE4(contract, view.day, view.snapshot, trade, upTo) : 0;
  if (priceE4 === 0) return undefined;
  const totalVolume = contractDay.schedule.volumeOf(upTo);
  return {
    symbol: contract.symbol,
    priceE4,
    size: totalVolume - contractDay.schedule.volumeOf(after),
    totalVolume,
    exchange: optionExchangeAt(contract.seed32, upTo, 521),
    timeMs: trade.timeMs,
  };
}

function printPriceE4(
  contract: Contract,
  day: UnderlyingDay,
  snapshot: Snapshot,
  trade: UnderlyingPrint,
  print: number,
): PriceE4 {
  const { bidE4, askE4 } = priceOption(contract, day.moment(snapshot, trade.priceE4 / E4, trade.timeMs));
  const roll = uniform32(contract.seed32, print, 522);
  const step = optionStepE4(contract.listing, bidE4);
  if (roll < BETWEEN && bidE4 > 0 && askE4 - bidE4 >= 2 * step)
    return legalAtOrBelowE4(contract.listing, (bidE4 + askE4) / 2);
  return bidE4 > 0 && roll < (1 + BETWEEN) / 2 ? bidE4 : askE4;
}

/** The latest prints, newest first. */
export function latestPrints(contract: Contract, view: UnderlyingView, limit: number): Trade[] {
  const contractDay = view.day.ofContract(contract);
  const { schedule } = contractDay;
  const trades: Trade[] = [];
  for (let print = schedule.printsAt(view.snapshot.volume); print > 0 && trades.length < limit;) {
    const trade = tradeOfPrint(contractDay, view, print);
    if (trade === undefined) break;
    const made = printAt(contract, contractDay, view, trade);
    if (made) trades.push(made);
    print = Math.min(print - 1, printsOfTrade(contractDay, trade).after);
  }
  return trades;
}

/** The trade of the underlying that brought an option's `print`th print about. */
function tradeOfPrint(
  { schedule }: ContractDay,
  { day, snapshot }: UnderlyingView,
  print: number,
): UnderlyingPrint | undefined {
  return day.tape.firstReaching(snapshot.volume, (totalVolume) => schedule.printsAt(totalVolume) >= print);
}

/** Price of the session's last print, E4; 0 before the first. */
export function lastPrintE4(contract: Contract, view: UnderlyingView): PriceE4 {
  const contractDay = view.day.ofContract(contract);
  const print = contractDay.schedule.printsAt(view.snapshot.volume);
  if (print !== contractDay.lastPrint) {
    contractDay.lastPrint = print;
    const trade = print === 0 ? undefined : tradeOfPrint(contractDay, view, print);
    contractDay.lastPrintE4 =
      trade === undefined
        ? 0
        : printPriceE4(contract, view.day, view.snapshot, trade, printsOfTrade(contractDay, trade).upTo);
  }
  return contractDay.lastPrintE4;
}

/** The session of an option so far, by its prints. */
export interface PrintSummary {
  readonly openE4: PriceE4;
  readonly highE4: PriceE4;
  readonly lowE4: PriceE4;
  readonly lastE4: PriceE4;
  readonly lastSize: number;
  readonly tick: -1 | 0 | 1;
  /** Sum of price (E4) times contracts. */
  readonly notionalE4: MoneyE4;
}

const NOTHING: PrintSummary = {
  openE4: 0,
  highE4: 0,
  lowE4: 0,
  lastE4: 0,
  lastSize: 0,
  tick: 0,
  notionalE4: 0,
};

/** Continues a summary that has the first `from` prints of the session. */
export function summaryOf(
  contract: Contract,
  view: UnderlyingView,
  from: number,
  before: PrintSummary = NOTHING,
): PrintSummary {
  const contractDay = view.day.ofContract(contract);
  const upTo = contractDay.schedule.printsAt(view.snapshot.volume);
  let { openE4, highE4, lowE4, lastE4, lastSize, tick, notionalE4 } = from === 0 ? NOTHING : before;
  for (let print = from + 1; print <= upTo;) {
    const trade = tradeOfPrint(contractDay, view, print);
    if (trade === undefined) break;
    const made = printAt(contract, contractDay, view, trade);
    if (made) {
      tick = lastE4 === 0 || made.priceE4 === lastE4 ? 0 : made.priceE4 > lastE4 ? 1 : -1;
      openE4 = openE4 || made.priceE4;
      highE4 = Math.max(highE4, made.priceE4);
      lowE4 = lowE4 === 0 ? made.priceE4 : Math.min(lowE4, made.priceE4);
      lastE4 = made.priceE4;
      lastSize = made.size;
      notionalE4 += made.priceE4 * made.size;
    }
    print = Math.max(print, printsOfTrade(contractDay, trade).upTo) + 1;
  }
  return { openE4, highE4, lowE4, lastE4, lastSize, tick, notionalE4 };
}
