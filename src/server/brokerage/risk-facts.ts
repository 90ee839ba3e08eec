import type {
  InstrumentFacts,
  Known,
  MarketFacts,
  RiskAccount,
  RiskLimits,
  RouteFacts,
} from '../../domain/risk/index.ts';
import type { GuardLimits } from '../../domain/risk/guards.ts';
import type { MoneyE4 } from '../../domain/money/price.ts';

/** The stored facts of an account. */
export interface AccountRecordFacts extends Known<Omit<RiskAccount, 'userIds'>> {
  /** The users that may trade it; null = any user that the gateway admitted with it. */
  readonly userIds: readonly string[] | null | undefined;
  /** Day trading buying power that the account has at the start of a day; null = it has no such rule. */
  readonly dayTradingPowerE4: MoneyE4 | null | undefined;
}
/** null = there is no such account; undefined = it is not known whether there is. */
export type AccountAnswer = AccountRecordFacts | null | undefined;

/** What administrators set of an account's guards. */
export interface AdministratorGuards {
  readonly limits: GuardLimits;
  /** Names the last unlock; '' = none was requested. */
  readonly release: string;
}

/** The kill switch that stopped trading. */
export type AdministratorHalt = 'Account' | 'Server';

/**
 * The facts of the risk checks that come neither from the order book nor from the market. Read for every order, so they must be in
 * memory: only `account` may return a promise. `null` is a fact (there is none); `undefined` is a missing fact, on which the checks reject.
 */
export interface RiskFacts {
  account(account: string): AccountAnswer | Promise<AccountAnswer>;
  /** Cash or margin account, by the facts in memory: for displayed balances. Order checks use `account`. */
  kindOf(account: string): RiskAccount['kind'];
  /** The administrator's kill switches, as they stand now. */
  haltOf(account: string): AdministratorHalt | null;
  /** Calls the listener when a kill switch is set or released; the returned function unsubscribes it. */
  onHaltChanged(listener: () => void): () => void;
  /** The guards of administrators over the account. */
  guardsOf(account: string): AdministratorGuards;
  /** Calls the listener when the guards of administrators may have changed; the returned function unsubscribes it. */
  onGuardsChanged(listener: () => void): () => void;
  limits(scope: {
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
