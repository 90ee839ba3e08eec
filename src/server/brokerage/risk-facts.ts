import type {
  InstrumentFacts,
  Known,
  MarketFacts,
  RiskAccount,
  RiskLimits,
  RouteFacts,
} from '../../domain/risk/index.ts';
import type { MoneyE4 } from '../../domain/money/price.ts';

/** What is on record of an account. */
export interface AccountRecordFacts extends Known<Omit<RiskAccount, 'userIds'>> {
  /** Who may trade it; null = whoever the gateway let in with it. */
  readonly userIds: readonly string[] | null | undefined;
  /** Day trading buying power that the account has at the start of a day; null = it has no such rule. */
  readonly dayTradingPowerE4: MoneyE4 | null | undefined;
}
/** null = there is no such account; undefined = it is not known whether there is. */
export type AccountAnswer = AccountRecordFacts | null | undefined;

/** Who stopped trading, beside the holder of the account. */
export type AdministratorHalt = 'Account' | 'Server';

/**
 * What the risk checks need to know that is neither in the order book nor on the market. Asked for every order, so the answers must be
 * at hand: only `account` may keep one waiting. `null` is a fact (there is none), `undefined` a hole, on which the checks refuse.
 */
export interface RiskFacts {
  account(account: string): AccountAnswer | Promise<AccountAnswer>;
  /** Whether the account has credit, by what is at hand of it: for what is shown of its money. Orders are judged by `account`. */
  kindOf(account: string): RiskAccount['kind'];
  /** The administrator's kill switches, as they stand now. */
  haltOf(account: string): AdministratorHalt | null;
  /** Hears when a kill switch was thrown or released; the returned function ends it. */
  onHaltChanged(listener: () => void): () => void;
  limits(of: {
    readonly account: string;
    readonly symbol: string;
    readonly destination: string;
    readonly route: string;
  }): Known<RiskLimits> | undefined;
  route(destination: string, route: string): Known<RouteFacts> | null | undefined;
  /** The listing of a stock or option; null = not listed here. */
  instrument(symbol: string): Known<InstrumentFacts> | null | undefined;
  /** Rules of the present session for the symbol. */
  marketRules(
    symbol: string,
  ): Known<Pick<MarketFacts, 'closingCutoffMs' | 'isShortSaleRestricted' | 'bands'>>;
}
