// Holds the strongest of several sector funds, and chooses at each month end. After Moskowitz and Grinblatt, Do Industries Explain Momentum?, 1999.
//
// A run trades one symbol, so a rotation is one run of this file for each fund, on one account: with fund = XLK, fund = XLF and so on.
// All runs rank the same funds by the same closes, and so agree on which of them are held.
//
// Rank     the gain over the last 126 sessions, half a year
// Entry    on the last session of the month the fund is among the strongest and has gained: buy at the next open
// Exit     on the last session of a month it is no longer: sell at the next open
// Size     the capital in equal parts, one for each fund that may be held
// Assumes  that what has led continues to lead for some months; where no fund has gained, the capital waits in cash
// Weak     at turns of the market: the leaders of the fall's beginning are those of the rise before it

const fund = param('fund', 'XLK');
const funds = param('funds', 'XLK XLF XLE XLV XLI XLU').split(' ');
symbol(fund);
bars('day');
allow('LongOnly');

const lookback = param('lookback', 126); // sessions, 60 to 250
const count = param('count', 1); // of funds that are held, 1 to 3
const capital = param('capital', 100_000); // dollars, of the whole rotation

// A column of the gain in per cent for each fund: of the own one from the bars of the run, of others from theirs.
const gains = funds.map((name) => ({
  name,
  percent: name === fund ? roc(lookback) : security(name).roc(lookback),
}));

/** The funds that are held until the next month end, the strongest first. */
function strongest(): string[] {
  return (
    gains
      .map(({ name, percent }) => ({ name, gain: percent.last }))
      // A fund without half a year of bars has no rank.
      .filter(({ gain }) => gain > 0)
      // Equal gains are ranked by name, so that all runs have the same order.
      .sort((a, b) => b.gain - a.gain || (a.name < b.name ? -1 : 1))
      .slice(0, count)
      .map(({ name }) => name)
  );
}

schedule({ day: 'month end' }, (bar) => {
  const held = strongest();
  log('strongest:', held.join(' ') || 'none');
  if (!held.includes(fund)) goFlat();
  else if (position.isFlat) goLong(Math.floor(capital / count / bar.close));
});
