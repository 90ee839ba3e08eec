// Trades the last half hour in the direction of the first one. After Gao, Han, Li and Zhou, Market Intraday Momentum, 2018.
//
// Entry    at 15:30, in the direction of the return from the previous close to 10:00, when that is 0.3 per cent or more
// Exit     the closing auction
// Size     the same dollars each day
// Assumes  an index fund; the first half hour has the news of the night, and large investors trade on it again before the close
// Weak     on quiet days, when the expected gain is less than the fees; sessions that close early are left out

symbol('SPY');
bars('5 minutes');

const capital = param('capital', 50_000); // dollars
const minPercent = param('minPercent', 0.3); // size of the morning's return, 0 to 1

const MORNING_END_MINUTE = 10 * 60;
const ENTRY_BAR_MINUTE = 15 * 60 + 25; // the bar that ends at 15:30

let previousClose = Number.NaN;
let morningPercent = 0;

onBar((bar) => {
  if (bar.isFirst) previousClose = close.before;
  if (bar.minute < MORNING_END_MINUTE) morningPercent = 100 * (bar.close / previousClose - 1);
  if (bar.minute !== ENTRY_BAR_MINUTE) return;
  const shares = Math.floor(capital / bar.close);
  if (morningPercent >= minPercent) buy(shares);
  else if (morningPercent <= -minPercent) short(shares);
});

onOrder((done) => {
  // The entry is filled: the order for the closing auction follows it.
  if (!done.isFilled || done.type !== 'Market') return;
  if (position.isLong) sell(position.quantity, { type: 'MarketOnClose' });
  else cover(-position.quantity, { type: 'MarketOnClose' });
});
