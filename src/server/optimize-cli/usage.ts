/** The text of `npm run optimize -- --help`. */
export const HELP = `Runs a strategy file with many sets of parameters and ranks them. No server and no database are needed.

  npm run optimize -- FILE --from 2020-01-01 --to 2024-12-31 --param fast=5:50:5 --param slow=20:200:10 [options]

  --param NAME=FROM:TO:STEP  a range of a parameter, both ends included
  --param NAME=A,B,C         a list of values
  --param NAME=VALUE         one value for all sets
  --search KIND              grid (every combination, unless named), random, bayes
  --runs N                   sets of a random or Bayesian search; 100 unless named
  --objective NAME           sharpe (unless named), net, sortino, calmar, return-drawdown, profit-factor, expectancy
  --min-trades N             sets with fewer trades have no score; 1 unless named
  --walk-forward IN:OUT      search IN trading days, run the best set on the OUT days after them, and so on
  --anchored                 every search of a walk-forward begins with the first day
  --monte-carlo N            times that the results of the best set are drawn again; 1,000 unless named
  --capital DOLLARS          what returns are counted on; without it the most capital of each run
  --search-seed N            of the search and of what is drawn; the seed of the prices unless named
  --workers N                processes that run sets; one for each core unless named
  --json FILE                write all sets and figures as JSON
  --resume FILE              continue the search that was to write this file, with the same arguments

The strategy, its data and --from, --to, --symbol, --bars, --data, --market, --seed, --incomplete and the costs
(--slippage, --spread, --volume, --commission, --borrow) are those of npm run backtest -- --help.

Exit codes: 0 the search ran to its end, 1 the strategy failed with every set, 2 wrong arguments, 3 no data for the symbol
or the period, 130 ended by Ctrl+C.`;
