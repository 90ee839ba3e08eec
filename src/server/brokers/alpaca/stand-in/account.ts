/** Margin of the stand-in's account: buying power is this many times the equity. */
const MULTIPLIER = 2;

/** Dollars as Alpaca writes them. */
const dollars = (amount: number): string => String(Math.round(amount * 1e6) / 1e6);

/** The account as the stand-in answers it. */
export function accountToJson(accountNumber: string, cash: number, equity: number): Record<string, unknown> {
  return {
    account_number: accountNumber,
    status: 'ACTIVE',
    currency: 'USD',
    cash: dollars(cash),
    equity: dollars(equity),
    last_equity: dollars(equity),
    buying_power: dollars(equity * MULTIPLIER),
    daytrading_buying_power: '0',
    multiplier: String(MULTIPLIER),
    daytrade_count: 0,
    pattern_day_trader: false,
    trading_blocked: false,
    account_blocked: false,
    trade_suspended_by_user: false,
    shorting_enabled: true,
  };
}

/** A position at a price of a share, as the stand-in answers it. */
export function positionToJson(
  symbol: string,
  { qty, cost }: { readonly qty: number; readonly cost: number },
  price: number,
): Record<string, unknown> {
  return {
    symbol,
    asset_class: 'us_equity',
    qty: String(qty),
    side: qty > 0 ? 'long' : 'short',
    avg_entry_price: dollars(cost / qty),
    cost_basis: dollars(cost),
    current_price: dollars(price),
    market_value: dollars(qty * price),
    unrealized_pl: dollars(qty * price - cost),
    unrealized_intraday_pl: dollars(qty * price - cost),
  };
}
