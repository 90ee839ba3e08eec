import { notionalE4, toPriceE4, type MoneyE4, type PriceE4 } from '../../../domain/money/price.ts';
import { createPosition, multiplierOfSymbol } from '../../../domain/portfolio/index.ts';
import { baseOfAccount, type AccountBase } from '../../../domain/strategy/account-base.ts';
import { resumePosition, type SymbolHolding } from '../../../domain/strategy/resume-position.ts';
import type { AccountView, PositionView } from '../../brokerage/brokerage.ts';
import type { MarketData } from '../../market/market-data.ts';
import { presentPrice } from './symbol-prices.ts';

/** The account of a live run as its code reads it: what the account has now, without the run's part of it in the symbols that it trades. Positions count at present prices, at cost without one. */
export function accountAtStart(
  { balance, positions }: Pick<AccountView, 'balance' | 'positions'>,
  market: Pick<MarketData, 'quote' | 'snapshot'>,
  holdings: readonly SymbolHolding[],
): AccountBase {
  const { cashE4, buyingPowerE4 } = balance;
  const priceE4 = (ofSymbol: string): PriceE4 => toPriceE4(presentPrice(market, ofSymbol));
  const equityE4 = positions.reduce<MoneyE4>(
    (sum, held) => sum + valueE4(held, priceE4(held.symbol)),
    cashE4,
  );
  const ofRun = holdings.map(({ symbol, fills, position: heldQuantity }) => {
    const position = createPosition(multiplierOfSymbol(symbol));
    resumePosition(position, symbol, fills, heldQuantity);
    return { position, priceE4: priceE4(symbol) };
  });
  return baseOfAccount({ cashE4, equityE4, buyingPowerE4 }, ofRun);
}

function valueE4(
  { symbol, longQuantity, shortQuantity, fifoCostE4 }: PositionView,
  priceE4: PriceE4,
): MoneyE4 {
  if (priceE4 === 0) return fifoCostE4;
  return notionalE4(priceE4, (longQuantity - shortQuantity) * multiplierOfSymbol(symbol));
}
