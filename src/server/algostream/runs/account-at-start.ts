import { notionalE4, toPriceE4, type MoneyE4, type PriceE4 } from '../../../domain/money/price.ts';
import { createPosition, multiplierOfSymbol } from '../../../domain/portfolio/index.ts';
import { baseOfAccount, type AccountBase } from '../../../domain/strategy/account-base.ts';
import { resumePosition, type EarlierFill } from '../../../domain/strategy/resume-position.ts';
import type { AccountView, PositionView } from '../../brokerage/brokerage.ts';
import type { MarketData } from '../../market/market-data.ts';
import { presentPrice } from './symbol-prices.ts';

/** What a run holds of its account when it starts or continues. */
interface HeldByRun {
  readonly symbol: string;
  readonly fills: readonly EarlierFill[];
  /** Signed. */
  readonly position: number;
}

/** The account of a live run as its code reads it: what the account has now, without the run's part of it. Positions count at present prices, at cost without one. */
export function accountAtStart(
  { balance, positions }: Pick<AccountView, 'balance' | 'positions'>,
  market: Pick<MarketData, 'quote' | 'snapshot'>,
  { symbol, fills, position }: HeldByRun,
): AccountBase {
  const { cashE4, buyingPowerE4 } = balance;
  const priceE4 = (ofSymbol: string): PriceE4 => toPriceE4(presentPrice(market, ofSymbol));
  const equityE4 = positions.reduce<MoneyE4>(
    (sum, held) => sum + valueE4(held, priceE4(held.symbol)),
    cashE4,
  );
  const ofRun = createPosition(multiplierOfSymbol(symbol));
  resumePosition(ofRun, symbol, fills, position);
  return baseOfAccount({ cashE4, equityE4, buyingPowerE4 }, ofRun, priceE4(symbol));
}

function valueE4(
  { symbol, longQuantity, shortQuantity, fifoCostE4 }: PositionView,
  priceE4: PriceE4,
): MoneyE4 {
  if (priceE4 === 0) return fifoCostE4;
  return notionalE4(priceE4, (longQuantity - shortQuantity) * multiplierOfSymbol(symbol));
}
