import type { TradeType } from '../../domain/orders/request.ts';
import type { AccountAnswer, RiskFacts } from '../brokerage/risk-facts.ts';
import type { Repositories } from '../storage/repositories.ts';
import type { RiskSettings } from './risk-settings.ts';

/** What the lookups read: storage, the facts of the account directory, and the settings in force. */
export interface AccountLookupsParts {
  readonly repositories: Pick<Repositories, 'accounts' | 'users'>;
  readonly house: Pick<RiskFacts, 'account'>;
  readonly settings: () => RiskSettings;
  readonly hostMs: () => number;
}

/** How long the facts of an account stay valid, host ms. */
const FRESH_MS = 1_000;

type Attributes = NonNullable<ReturnType<RiskSettings['accounts']['get']>>;
type UserRecord = NonNullable<Awaited<ReturnType<Repositories['users']['byId']>>>;

interface KnownAccount {
  readonly answer: AccountAnswer;
  readonly userId: string | undefined;
  readonly untilMs: number;
}

/** The facts of accounts: the house facts, the directory entry and the settings of each, cached for one second. */
export class AccountLookups {
  readonly #parts: AccountLookupsParts;
  readonly #known = new Map<string, KnownAccount>();
  /** Lookups under way: orders that arrive meanwhile wait for the same lookup, and so keep their sequence. */
  readonly #pending = new Map<string, Promise<AccountAnswer>>();

  constructor(parts: AccountLookupsParts) {
    this.#parts = parts;
  }

  /** The facts of the account; a promise only when they are not cached. */
  answer(account: string): AccountAnswer | Promise<AccountAnswer> {
    const known = this.#known.get(account);
    if (known && known.untilMs > this.#parts.hostMs()) return known.answer;
    let lookup = this.#pending.get(account);
    if (!lookup) {
      lookup = this.#lookUp(account).finally(() => this.#pending.delete(account));
      this.#pending.set(account, lookup);
    }
    return lookup;
  }

  /** The account's user as of its last lookup. */
  userIdOf(account: string): string | undefined {
    return this.#known.get(account)?.userId;
  }

  /** Forgets all answers, because the settings have changed. */
  clear(): void {
    this.#known.clear();
  }

  async #lookUp(account: string): Promise<AccountAnswer> {
    const { repositories, house, settings, hostMs } = this.#parts;
    const [answer, record] = await Promise.all([house.account(account), repositories.accounts.byId(account)]);
    const user = record && (await repositories.users.byId(record.userId));
    const attributes = settings().accounts.get(account);
    const full: AccountAnswer = answer &&
      record && {
        ...withAttributes(answer, attributes),
        userIds: [record.userId],
        canLogIn: attributes?.canLogIn !== false && isActive(user, hostMs()),
        permissionMask: user?.permissionMask ?? 0,
      };
    this.#known.set(account, { answer: full, userId: record?.userId, untilMs: hostMs() + FRESH_MS });
    return full;
  }
}

/** How an account trades when its trade types are not set: a cash account only in cash. */
export function tradeTypesOf<Others extends readonly TradeType[] | undefined>(
  kind: Attributes['kind'],
  others: Others,
): Others | readonly ['Cash'] {
  return kind === 'cash' ? ['Cash'] : others;
}

/** The house facts of an account, overridden by the attributes set for it. */
function withAttributes(answer: NonNullable<AccountAnswer>, attributes: Attributes | undefined) {
  return {
    ...answer,
    ...attributes,
    tradeTypes: attributes?.tradeTypes ?? tradeTypesOf(attributes?.kind, answer.tradeTypes),
    routes: attributes?.routes ?? answer.routes,
    destinations: attributes?.destinations ?? null,
  };
}

function isActive(user: UserRecord | undefined, nowMs: number): boolean {
  return user !== undefined && !user.isDisabled && (user.expiresAtMs === null || user.expiresAtMs > nowMs);
}
