export const HELP = `Manages users, accounts and permissions. Changes reach a running server within seconds;
permissions with the user's next token, within 15 minutes.

  npm run admin -- help
  npm run admin -- user create NAME [--password P | --password-stdin]   without either, a password is made and printed once
  npm run admin -- user password NAME [--password P | --password-stdin] sets a new password and ends the user's sessions
  npm run admin -- user permissions NAME MASK|Name,Name|all|none
  npm run admin -- user disable NAME                                    ends the user's sessions, too
  npm run admin -- user enable NAME
  npm run admin -- user expires NAME YYYY-MM-DD|never                   the first day (UTC) the user may no longer sign in
  npm run admin -- user one-machine NAME on|off                         on: a second machine may not sign in while one is connected
  npm run admin -- user list
  npm run admin -- account create USER [--live] [--cash DOLLARS]        cash is paper money, 100000 unless named
  npm run admin -- account cash ACCOUNT DOLLARS                         sets the account's opening cash
  npm run admin -- account lock ACCOUNT                                 ends the sessions of the account's user, too
  npm run admin -- account unlock ACCOUNT
  npm run admin -- account list

Permission names: Stocks, OptionChain, FuturesDome, Baskets, MarketView, TimeAndSale, TimeAndSalePositions, Chart,
ChartAlerts, Ticker, TopList, AlgoTrading, MarketScreen.
A password on the command line can be seen by other users of the machine; --password-stdin reads it from standard input.
TAPEDECK_DATA names the data folder (default .tapedeck), DATABASE_URL a Postgres database instead.`;
