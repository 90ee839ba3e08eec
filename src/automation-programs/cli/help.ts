/** The text of `tapedeck --help`. */
export const HELP = `Market data, accounts and orders of a Tapedeck server, with an API key.

  tapedeck quote SYMBOL…                    best bid and offer, last trade
  tapedeck watch SYMBOL…                    the same every 2 s until Ctrl+C
      --every SECONDS, --count TIMES
  tapedeck bars SYMBOL --from DAY           bars; DAY is 2026-01-02, or a time with its zone
      --to DAY, --size 1m|5m|30m|1d, --extended
  tapedeck accounts                         the accounts of the key
  tapedeck balance                          cash and buying power
  tapedeck positions                        open positions
  tapedeck orders [--all]                   open orders, or all of the exchange day
  tapedeck order SIDE QUANTITY SYMBOL       buy, sell, short or cover; shows the order and sends it once confirmed
      --limit PRICE, --stop PRICE           with both: a stop limit order; without: a market order
      --on-close                            in the closing auction
      --tif DAY|GTC|OPG|IOC|FOK|GTX|GTD     DAY unless given; GTD needs --until DAY
      --yes                                 send without a question
      --key ID                              the same id makes no second order
  tapedeck cancel ORDER                     requests a cancel
  tapedeck export orders                    orders of the exchange day and open ones, as CSV
      --from DAY, --to DAY                  those created in between
  tapedeck runs STRATEGY                    live runs of a strategy
  tapedeck run STRATEGY                     starts a live run once confirmed
      --version N, --param NAME=VALUE       saved version and parameters unless given
      --shares N, --dollars AMOUNT          the most that it holds
      --max-loss AMOUNT, --max-orders N,    guards that stop it: its net loss, orders within a minute,
      --max-position N, --close-position    its position in a symbol; and whether the position is closed then
      --resume                              resumes by itself after a restart of the server
      --yes, --key ID                       as for an order
  tapedeck stop STRATEGY RUN                stops it: its open orders are cancelled, its positions stay

  tapedeck schedule STRATEGY RUN            when it starts and stops by itself
      --start 09:31 --stop 15:55            sets it once confirmed, in New York time
      --days mon,tue,wed,thu,fri            all five unless given
      --off, --remove                       keeps the times and starts nothing; removes it
      --yes                                 set without a question

  --account NAME   for all commands of an account; without it the default account
  --json           the answer as JSON; watch: a line for each change
  --csv            lists as CSV

Address and key are TAPEDECK_URL and TAPEDECK_KEY, or {"url": …, "key": …} in the file TAPEDECK_CLIENT_FILE,
~/.config/tapedeck/client.json unless named, which no other user may read (chmod 600).

Data go to the standard output, messages to the standard error.
Exit codes: 0 done, 1 refused, 2 wrong arguments or settings, 3 no answer of a server, 130 ended by Ctrl+C.`;
