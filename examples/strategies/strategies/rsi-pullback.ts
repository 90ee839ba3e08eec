// Buys a sharp pullback in a rising market and sells the recovery a few days later. After Larry Connors and Cesar Alvarez.
//
// Entry    the close is above its 200-day average, and the RSI of two days is below 10: buy at the next open
// Exit     the close is above its 5-day average: sell at the next open
// Size     the same dollars for each position
// Assumes  an index or a large fund, which recovers from a fall; single stocks may not
// Weak     in a crash that begins above the average: there is no stop, because a stop sells where the idea buys

symbol('SPY');
bars('day');
allow('LongOnly');

const capital = param('capital', 50_000); // dollars
const oversold = param('oversold', 10); // 5 to 20; lower means fewer and deeper pullbacks
const market = trend(sma(param('trendDays', 200))); // 100 to 250
const strength = trade(rsi(param('rsiDays', 2))); // 2 to 4
const recovery = sma(param('exitDays', 5)); // 3 to 10

onBar((bar) => {
  if (position.isLong) {
    if (bar.close > recovery.last) goFlat();
  } else if (bar.close > market.last && strength.last < oversold) {
    goLong(Math.floor(capital / bar.close));
  }
});
