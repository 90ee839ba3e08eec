import { fromE4 } from '../../../domain/money/price.ts';
import { expirationSeconds } from '../../../domain/options/index.ts';
import type { Body } from '../../../protocol/index.ts';
import type { Snapshot } from '../../market/market-data.ts';
import type { OptionMarket, OptionState } from '../../market/options/option-market.ts';

type SymbolInfo = Body<'symbolsInfoAnswer'>['Items'][number];

/** An option as the wire has it: dollars, and its expiration in seconds. */
export function optionToWire(option: OptionState): Body<'optionChainAnswer'>['Items'][number] {
  return {
    Symbol: option.symbol,
    Underlying: option.underlying,
    Type: option.right === 'C' ? 'Call' : 'Put',
    Strike: option.strike,
    Expiration: expirationSeconds(option.expiration),
    DisplayName: option.displayName,
    Last: fromE4(option.lastE4),
    PreviousClose: fromE4(option.previousCloseE4),
    Bid: fromE4(option.bidE4),
    BidSize: option.bidSize,
    Ask: fromE4(option.askE4),
    AskSize: option.askSize,
    Volume: option.volume,
    OpenInterest: option.openInterest,
    ImpliedVolatility: option.impliedVolatility,
    DividendYield: option.dividendYield,
    ...(option.recorded && {
      Recorded: {
        ...(option.recorded.timeMs === null ? {} : { Time: option.recorded.timeMs }),
        UnderlyingPrice: fromE4(option.recorded.underlyingE4),
      },
    }),
    Timestamp: option.timeMs,
  };
}

/** Symbol info with its option fields: the terms of an option, and the implied volatility of any symbol. */
export function withOptionInfo(info: SymbolInfo, market: OptionMarket, snapshot: Snapshot): SymbolInfo {
  const option = market.option(info.Symbol);
  if (!option)
    return {
      ...info,
      Prices: { ...info.Prices, ImpliedVolatility: market.impliedVolatilityOf(info.Symbol, snapshot) },
    };
  const {
    Underlying,
    Type,
    Strike,
    Expiration,
    DisplayName,
    OpenInterest,
    ImpliedVolatility,
    DividendYield,
    Recorded,
  } = optionToWire(option);
  return {
    ...info,
    Prices: { ...info.Prices, ImpliedVolatility },
    Option: {
      Underlying,
      Type,
      Strike,
      Expiration,
      DisplayName,
      OpenInterest,
      ImpliedVolatility,
      DividendYield,
      ...(Recorded && { Recorded }),
    },
  };
}
