// Holds the strongest of several sector funds, and chooses at each month end. After Moskowitz and Grinblatt, Do Industries Explain Momentum?, 1999.
//
// One run trades all funds: it is called with the bars of the first one.
//
// Rank     the gain over the last 126 sessions, half a year
// Entry    on the last session of the month the fund is among the strongest and has gained: buy at the next open
// Exit     on the last session of a month it is no longer: sell at the next open
// Size     the capital in equal parts, one for each fund that may be held
// Assumes  that what has led continues to lead for some months; where no fund has gained, the capital waits in cash
// Weak     at turns of the market: the leaders of the fall's beginning are those of the rise before it

const funds = param('funds', 'XLK XLF XLE XLV XLI XLU')
  .split(' ')
  .map((name) => symbol(name));
bars('day');
allow('LongOnly');

const lookback = param('lookback', 126); // sessions, 60 to 250
const count = param('count', 1); // of funds that are held, 1 to 3
const dollars = param('capital', 100_000); // of the whole rotation
capital(dollars);

// A column of the gain in per cent for each fund.
const gains = funds.map((fund) => ({ fund, percent: fund.roc(lookback) }));

/** The funds that are held until the next month end, the strongest first. */
function strongest(): TradedSymbol[] {
  return (
    gains
      .map(({ fund, percent }) => ({ fund, gain: percent.last }))
      // A fund without half a year of bars has no rank.
      .filter(({ gain }) => gain > 0)
      .sort((a, b) => b.gain - a.gain)
      .slice(0, count)
      .map(({ fund }) => fund)
  );
}

schedule({ day: 'month end' }, () => {
  const held = strongest();
  log('strongest:', held.map((fund) => fund.symbol).join(' ') || 'none');
  for (const fund of funds)
    if (!held.includes(fund)) fund.goFlat();
    else if (fund.position.isFlat) fund.goLong(Math.floor(dollars / count / fund.close.last));
});
