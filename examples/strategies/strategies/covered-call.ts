// Holds shares and sells a call on them, month after month: a buy-write, as the index BXM of the Cboe has it.
//
// Live only: a backtest has no quotes of options and rejects multi-leg orders. Start it on a paper account first.
//
// Entry    without a position: one order that buys 100 shares and sells one call for each unit
// Call     expires on the first third Friday that is at least 25 days away; its strike is the first one 3 % above the price
// Roll     three days before the expiration: one order that buys the call back and sells the next one
// Exit     an assignment sells the shares at the strike; shares that are left without a call are sold. It enters again on the next day
// Assumes  strikes every 5 dollars, third Fridays on which the exchange is open, and an account that may write covered calls
// Weak     in a strong rise, whose gain ends at the strike, and in a fall, of which the premium pays a small part

symbol('SPY');
bars('5 minutes');
allow('LongOnly');

const units = param('units', 1); // of 100 shares and a call
const minDays = param('minDays', 25); // to the expiration of a new call, 15 to 60
const distance = param('distance', 3); // per cent from the price to the strike, 0 to 10
const strikeStep = param('strikeStep', 5); // dollars between strikes
const rollDays = param('rollDays', 3); // before the expiration, 1 to 7

const DAY_MS = 86_400_000;

// The call that is sold, and the one of the order that works. A run that continues gets its position back, and by this what it is.
let call = { symbol: '', expiration: '' };
let next = call;
let triedOn = ''; // date of the last order: one a day
loadState((state) => {
  ({ call, next, triedOn } = state);
});

/** The first third Friday that is at least `minDays` after a date, `YYYY-MM-DD`. */
function expirationAfter(date: string): string {
  const earliest = Date.parse(date) + minDays * DAY_MS;
  const from = new Date(earliest);
  for (let months = 0; ; months += 1) {
    const first = Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + months, 1);
    // Friday is day 5 of the week, and the third one is two weeks after the first.
    const friday = first + (((12 - new Date(first).getUTCDay()) % 7) + 14) * DAY_MS;
    if (friday >= earliest) return new Date(friday).toISOString().slice(0, 10);
  }
}

function callFor(date: string, price: number) {
  const expiration = expirationAfter(date);
  const strike = Math.ceil((price * (1 + distance / 100)) / strikeStep) * strikeStep;
  return { symbol: optionSymbol(expiration, strike, 'Call'), expiration };
}

onBar((bar) => {
  if (hasOpenOrders() || triedOn === bar.date) return;
  const isSold = call.symbol !== '' && held(call.symbol) < 0;
  // At the market, all units or none: a part of a roll would leave two calls to follow.
  const how = { quantity: units, tif: 'FOK' } as const;
  const isEntry = position.isFlat && !isSold;
  const isRoll = isSold && Date.parse(call.expiration) - Date.parse(bar.date) <= rollDays * DAY_MS;
  if (!isEntry && !isRoll && (isSold || position.isFlat)) return;
  triedOn = bar.date;
  next = callFor(bar.date, bar.close);
  // Stored before the order is sent.
  saveState({ call, next, triedOn });
  const sold = { symbol: next.symbol, side: 'Sell' } as const;
  if (isEntry) spread([{ symbol: 'SPY', side: 'Buy' }, sold], how);
  else if (isRoll) spread([{ symbol: call.symbol, side: 'Buy' }, sold], how);
  // The call has expired without a roll.
  else goFlat();
});

onOrder((order) => {
  if (order.legs === null) return;
  if (!order.isFilled) return log('not filled:', order.reason);
  call = next;
  saveState({ call, next, triedOn });
  log('sold', call.symbol, 'at', order.fillPrice, 'net');
});
