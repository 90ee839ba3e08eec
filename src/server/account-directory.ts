import type { MoneyE4 } from '../domain/money/price.ts';
import type { Brokerage } from './brokerage/brokerage.ts';
import type { Logger } from './logging.ts';
import type { AccountFacts } from './brokerage/create-brokerage.ts';
import type { AccountRecord, Accounts } from './storage/repositories.ts';

/** How long what is known of an account is trusted, host ms: an admin's lock or new cash is in force within that time. */
const FRESH_MS = 1000;
/** How often accounts and cash set by the admin command are read, ms. */
const FUNDING_MS = 2000;

interface Known {
  readonly facts: AccountFacts | undefined;
  readonly untilMs: number;
}

/** What the order core needs of accounts: their flags, cheap enough to read at every order, and their cash. */
export interface AccountDirectory {
  factsOf(account: string): AccountFacts | undefined | Promise<AccountFacts | undefined>;
  /** Passes an account's cash to the order core, once per version. */
  fund(account: AccountRecord): Promise<void>;
  fundAll(): Promise<void>;
}

/** Posts the accounts and the cash that the admin command sets while the server runs. Returns the function that ends it. */
export function fundRepeatedly(
  directory: Pick<AccountDirectory, 'fundAll'>,
  brokerage: Pick<Brokerage, 'isReady'>,
  logger: Pick<Logger, 'error'>,
): () => void {
  const funding = setInterval(() => {
    if (brokerage.isReady())
      directory
        .fundAll()
        .catch((error: unknown) => logger.error({ err: error }, 'reading the funding of accounts failed'));
  }, FUNDING_MS);
  return () => clearInterval(funding);
}

export function createAccountDirectory(parts: {
  readonly accounts: Accounts;
  readonly hostMs: () => number;
  readonly fundAccount: (account: string, cash: { cashE4: MoneyE4; version: number }) => Promise<void>;
}): AccountDirectory {
  const known = new Map<string, Known>();
  const fundedVersions = new Map<string, number>();
  /** Questions under way: orders that come meanwhile wait for the same answer, and so keep their order. */
  const reads = new Map<string, Promise<AccountFacts | undefined>>();

  const fund = async (record: AccountRecord): Promise<void> => {
    if (fundedVersions.get(record.account) === record.cashVersion) return;
    await parts.fundAccount(record.account, { cashE4: record.openingCashE4, version: record.cashVersion });
    fundedVersions.set(record.account, record.cashVersion);
  };

  const read = async (account: string): Promise<AccountFacts | undefined> => {
    const record = await parts.accounts.byId(account);
    if (record) await fund(record);
    const facts = record && { isLive: record.isLive, isLocked: record.isLocked };
    known.set(account, { facts, untilMs: parts.hostMs() + FRESH_MS });
    return facts;
  };

  return {
    factsOf(account) {
      const found = known.get(account);
      if (found && found.untilMs > parts.hostMs()) return found.facts;
      let pending = reads.get(account);
      if (!pending) reads.set(account, (pending = read(account).finally(() => reads.delete(account))));
      return pending;
    },
    fund,
    async fundAll() {
      for (const record of await parts.accounts.all()) await fund(record);
    },
  };
}
