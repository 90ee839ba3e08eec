import { LIMIT_LABELS } from './limit-values.ts';

const LIST_NAMES = ['orderRates', 'priceCollars', 'shareTotals', 'spoofingRules'];

/** The names of the limits, in lines that fit a terminal. */
function limitLines(): string {
  const lines = [''];
  for (const word of LIMIT_LABELS.filter((name) => !LIST_NAMES.includes(name))) {
    const line = lines.at(-1) ?? '';
    if (line.length + word.length > 110) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line}, ${word}`;
  }
  return lines.join(',\n');
}

/** The text of `npm run admin -- help`. */
export const HELP = `Manages users, accounts, permissions, limits and kill switches. Changes reach a running server,
and the open connections of the user, within seconds.

  npm run admin -- help
  npm run admin -- user create NAME [--password P | --password-stdin]   without either, a password is made and printed once
  npm run admin -- user password NAME [--password P | --password-stdin] sets a new password, ends the user's sessions and revokes the user's API keys
  npm run admin -- reset-link USER                                      a link with which the user sets a new password, once, within an hour
  npm run admin -- user permissions NAME MASK|Name,Name|all|none
  npm run admin -- user administrator NAME on|off                       on: the administration pages are open to the user
  npm run admin -- user disable NAME                                    ends the user's sessions, too
  npm run admin -- user enable NAME
  npm run admin -- user expires NAME YYYY-MM-DD|never                   the first day (UTC) the user may no longer sign in
  npm run admin -- user one-machine NAME on|off                         on: a second machine may not sign in while one is connected
  npm run admin -- user two-step NAME off                               removes a lost authenticator app and the recovery codes
  npm run admin -- user passkeys NAME none                              removes the passkeys of a user whose device is gone
  npm run admin -- user link-oidc NAME SUBJECT [ISSUER]                 lets a user sign in with an account of a provider of OpenID Connect
  npm run admin -- user unlink-oidc NAME                                removes the accounts of providers that the user is linked to
  npm run admin -- user list
  npm run admin -- session list [USER]                                  open sessions, with their ids
  npm run admin -- session end ID                                       signs the session out
  npm run admin -- session end-all USER                                 signs the user out everywhere
  npm run admin -- api-key list [USER]                                  keys of programs that can still be used, with their ids
  npm run admin -- api-key revoke ID                                    ends the key; its next request is refused
  npm run admin -- api-key revoke-all USER                              ends all keys of the user
  npm run admin -- account create USER [--live] [--cash DOLLARS]        cash is paper money, 100000 unless named
  npm run admin -- account cash ACCOUNT DOLLARS                         sets the account's opening cash
  npm run admin -- account lock ACCOUNT                                 ends the sessions of the account's user, too
  npm run admin -- account unlock ACCOUNT
  npm run admin -- account list
  npm run admin -- account kind ACCOUNT cash|margin
  npm run admin -- account status ACCOUNT active|pending|suspended|closed
  npm run admin -- account sign-in|view-only|closing-only ACCOUNT on|off
  npm run admin -- account options ACCOUNT covered,buying,combinations,uncovered-puts,uncovered-calls,uncovered-index|all|none
  npm run admin -- account trade-types ACCOUNT Cash,Margin,Short|none
  npm run admin -- account countries ACCOUNT US,CA|none                 whose instruments it may trade
  npm run admin -- account routes ACCOUNT SMART/AUTO,SMART/NYSE|all|none
  npm run admin -- account destinations ACCOUNT SMART:stock+option|all|none
  npm run admin -- account day-trading-power ACCOUNT DOLLARS|none
  npm run admin -- account daily-loss-guard ACCOUNT DOLLARS|none        a loss of the day that flattens and locks the account
  npm run admin -- account drawdown-guard ACCOUNT DOLLARS|none          likewise a fall from the highest P&L of the day
  npm run admin -- account guard-unlock ACCOUNT                         ends the lock; the guards count from then on
  npm run admin -- account show ACCOUNT                                 what was set of it
  npm run admin -- limits set SCOPE LIMIT VALUE|none                    the strictest limit of all scopes counts
  npm run admin -- limits clear SCOPE [LIMIT]
  npm run admin -- limits show [SCOPE]
  npm run admin -- kill-switch on|off [--account ACCOUNT]               on: refuses orders and cancels what rests
  npm run admin -- kill-switch show
  npm run admin -- strategy-checks required|optional                    required: no live start of a strategy without passed checks
  npm run admin -- strategy-checks show
  npm run admin -- bust EXECUTION                                       reverses an execution, named by its id in the trade log
  npm run admin -- correct EXECUTION --price P --quantity Q             changes its price and quantity; of a spread, net price
                                                                        (negative: --price=-0.40) and units
  npm run admin -- closing add DATE closed|HH:MM [REASON]               a day on which the exchanges are closed or close early;
                                                                        counts from the next start of the server on
  npm run admin -- closing remove DATE                                  likewise
  npm run admin -- closing list
  npm run admin -- restrict SYMBOL on|off                               on: nobody may trade it
  npm run admin -- borrow SYMBOL on|off|SHARES                          off: it cannot be sold short
  npm run admin -- country SYMBOL US|none                               whose instrument it is
  npm run admin -- restrict list
  npm run admin -- route DESTINATION/ROUTE on|off                       off: as if its venue were away
  npm run admin -- route DESTINATION/ROUTE stocks,options,option-stops|all|none
  npm run admin -- route list
  npm run admin -- audit [--since 2026-03-14|24h|7d]                    what was changed by whom, and when
  npm run admin -- journal show RECORD|FROM-TO                          records of the order journal, with the request that caused each
  npm run admin -- journal show [FROM-TO] --order ID | --request ID     those of an order, or of a request; the server may run
  npm run admin -- journal check                                        says how far the order journal is whole; the server must be stopped
  npm run admin -- journal rebuild BACKUP                               writes lost files of the journal's archive again; the server must be stopped
  npm run admin -- journal salvage                                      keeps the whole records of a damaged journal and gives up the rest
  npm run admin -- backup FILE                                          database and order journal in one file; the server may run
  npm run admin -- restore FILE [--into FOLDER|DATABASE_URL] [--until RECORD|TIME] [--replace]
                                                                        the server must be stopped
  npm run admin -- check                                                compares the order journal with all that is derived from it;
                                                                        changes nothing; the server must be stopped
  npm run admin -- migrate [--dry-run]                                  runs, or lists, the migrations of the database
  npm run admin -- export-user USER FILE                                everything stored about a user as JSON, without secrets
  npm run admin -- delete-user USER --yes [--force]                     removes it; --force: with open orders or positions

Scopes of limits: firm, account:NAME, symbol:SYMBOL, route:SMART/AUTO, country:US, user:NAME, account:NAME,symbol:SYMBOL.
Limits, with values as 50000 (dollars or shares), 5s (a time), on or off:
${limitLines()}
and orderRates 10/1s,100/1m · priceCollars 25:20%,50:10%,6% · shareTotals 5:100000:none · spoofingRules 1000x5.

Permission names: Stocks, OptionChain, FuturesDome, Baskets, MarketView, TimeAndSale, TimeAndSalePositions, Chart,
ChartAlerts, Ticker, TopList, AlgoTrading, MarketScreen; \`all\` is all of these. Administrator beside them (all,Administrator) opens the
administration pages to a user and lets the user change the speed of a replay; the first user has it.
A password on the command line can be seen by other users of the machine; --password-stdin reads it from standard input.
TAPEDECK_DATA names the data folder (default .tapedeck), DATABASE_URL (or the file that DATABASE_URL_FILE names) a Postgres database instead.`;
