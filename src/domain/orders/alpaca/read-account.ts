import { asList, asNumber, asObject, asText, type JsonObject } from '../external-orders/json.ts';
import type { AccountStatement, StatedBalance, StatedPosition } from '../external-orders/statement.ts';
import { signedDecimalE4 } from './decimals.ts';

/** More than any position; a larger number is no quantity. */
const MAX_QUANTITY = 1e12;

/** The number of the account in an answer; undefined when the answer is none of an account. */
export const alpacaAccountNumber = (answer: unknown): string | undefined =>
  asText(asObject(answer)?.account_number);

/** Reads balances and positions; undefined when an answer is none of an account, or no list. */
export function readAlpacaAccount(account: unknown, positions: unknown): AccountStatement | undefined {
  const raw = asObject(account);
  if (raw === undefined || alpacaAccountNumber(raw) === undefined) return undefined;
  const read = readAlpacaPositions(positions);
  return read && { balance: balanceOf(raw), ...read };
}

/** Reads a list of positions; undefined when the answer is no list. A position that is listed twice counts once, as it is listed last. */
export function readAlpacaPositions(
  answer: unknown,
): Pick<AccountStatement, 'positions' | 'unreadable'> | undefined {
  if (!Array.isArray(answer)) return undefined;
  const positions = new Map<string, StatedPosition>();
  let unreadable = 0;
  for (const item of asList(answer)) {
    const position = positionOf(asObject(item) ?? {});
    if (position === undefined) unreadable += 1;
    else positions.set(position.symbol, position);
  }
  return {
    positions: [...positions.values()]
      .filter(({ quantity }) => quantity !== 0)
      .sort((a, b) => (a.symbol < b.symbol ? -1 : 1)),
    unreadable,
  };
}

function balanceOf(raw: JsonObject): StatedBalance {
  const dayTrades = asNumber(raw.daytrade_count);
  return {
    equityE4: signedDecimalE4(raw.equity) ?? null,
    cashE4: signedDecimalE4(raw.cash) ?? null,
    buyingPowerE4: signedDecimalE4(raw.buying_power) ?? null,
    dayTradingPowerE4: signedDecimalE4(raw.daytrading_buying_power) ?? null,
    dayTrades:
      dayTrades !== undefined && Number.isSafeInteger(dayTrades) && dayTrades >= 0 ? dayTrades : null,
    isPatternDayTrader: typeof raw.pattern_day_trader === 'boolean' ? raw.pattern_day_trader : null,
    block: blockOf(raw),
  };
}

function blockOf(raw: JsonObject): string | null {
  if (raw.account_blocked === true) return 'Alpaca has blocked this account';
  if (raw.trading_blocked === true) return 'Alpaca has blocked trading in this account';
  if (raw.trade_suspended_by_user === true)
    return 'Trading is suspended in the settings of this account at Alpaca';
  const status = asText(raw.status);
  return status === undefined || status === 'ACTIVE'
    ? null
    : `Alpaca states the status ${status} of this account`;
}

function positionOf(raw: JsonObject): StatedPosition | undefined {
  const symbol = asText(raw.symbol);
  const size = asNumber(raw.qty);
  if (symbol === undefined || size === undefined || Math.abs(size) > MAX_QUANTITY) return undefined;
  // Alpaca states the size of a short position with a sign, without one in older answers.
  const quantity = raw.side === 'short' ? -Math.abs(size) : size;
  const assetClass = asText(raw.asset_class);
  const averageE4 = signedDecimalE4(raw.avg_entry_price);
  const priceE4 = signedDecimalE4(raw.current_price);
  return {
    symbol,
    quantity: quantity === 0 ? 0 : quantity,
    isStock: assetClass === undefined || assetClass === 'us_equity',
    averageE4: averageE4 ?? null,
    costE4: signedDecimalE4(raw.cost_basis) ?? null,
    priceE4: priceE4 ?? null,
    valueE4: signedDecimalE4(raw.market_value) ?? null,
    openPlE4: signedDecimalE4(raw.unrealized_pl) ?? null,
    todayPlE4: signedDecimalE4(raw.unrealized_intraday_pl) ?? null,
  };
}
