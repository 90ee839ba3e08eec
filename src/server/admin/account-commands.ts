import { fromE4, isExactE4, toMoneyE4, type MoneyE4 } from '../../domain/money/price.ts';
import { OPENING_CASH_E4 } from '../identity/demo-user.ts';
import type { AccountRecord } from '../storage/repositories.ts';
import {
  ACCOUNT_ATTRIBUTES,
  attributeTexts,
  parseAttribute,
  setAttributes,
  showAttributes,
  unlockGuard,
  valuesInForce,
} from './account-risk-commands.ts';
import { UsageError, type AdminContext, type AdminFlags } from './admin-context.ts';
import { readAttributes } from '../risk/risk-settings.ts';
import { entriesOf } from './risk-entries.ts';
import { endedText, existingUser } from './user-commands.ts';

const MAX_CASH_DOLLARS = 10_000_000_000;
const FIRST_NUMBER = 1001;

/** Runs `account …`. */
export async function runAccountCommand(
  verb: string | undefined,
  args: readonly string[],
  flags: AdminFlags,
  context: AdminContext,
): Promise<void> {
  const [name, value] = args;
  if (verb === 'list') return list(context);
  if (verb !== undefined && ACCOUNT_ATTRIBUTES.includes(verb)) {
    const change = parseAttribute(verb, value);
    return setAttributes((await existingAccount(name ?? '', context)).account, change, context);
  }
  if (name === undefined)
    throw new UsageError(
      `account ${verb ?? ''}: ${verb === 'create' ? 'a user name' : 'an account'} is missing.`,
    );
  switch (verb) {
    case 'create':
      return create(name, flags, context);
    case 'cash':
      return setCash(name, value, context);
    case 'show':
      return showAttributes((await existingAccount(name, context)).account, context);
    case 'guard-unlock':
      return unlockGuard((await existingAccount(name, context)).account, context);
    case 'lock':
    case 'unlock':
      return setLocked(name, verb === 'lock', context);
    default:
      throw new UsageError(`There is no command: account ${verb ?? ''}.`);
  }
}

/** The account of that name. */
export async function existingAccount(name: string, { repositories }: AdminContext): Promise<AccountRecord> {
  const account = await repositories.accounts.byId(name);
  if (!account) throw new Error(`There is no account ${name}. "account list" shows all.`);
  return account;
}

async function create(userName: string, flags: AdminFlags, context: AdminContext): Promise<void> {
  const openingCashE4 = flags.cash === undefined ? OPENING_CASH_E4 : parseCash(flags.cash);
  const user = await existingUser(userName, context);
  const { accounts } = context.repositories;
  const prefix = flags.live ? 'LIVE-' : 'DEMO-';
  const numbers = (await accounts.all()).map(({ account }) =>
    account.startsWith(prefix) && /^\d{4,9}$/.test(account.slice(prefix.length))
      ? Number(account.slice(prefix.length))
      : 0,
  );
  const account = `${prefix}${Math.max(FIRST_NUMBER - 1, ...numbers) + 1}`;
  const isDefault = (await accounts.ofUser(user.userId)).every((other) => !other.isDefault);
  await accounts.create({
    account,
    userId: user.userId,
    isLive: flags.live ?? false,
    isLocked: false,
    openingCashE4,
    cashVersion: 1,
    isDefault,
  });
  context.print(
    `Account ${account} created for ${user.userName} with ${cashText(openingCashE4)}${isDefault ? ', as its default' : ''}.`,
  );
}

async function setCash(name: string, text: string | undefined, context: AdminContext): Promise<void> {
  if (text === undefined) throw new UsageError('account cash: an amount in dollars is missing.');
  const openingCashE4 = parseCash(text);
  const account = await existingAccount(name, context);
  await context.repositories.accounts.update(account.account, {
    openingCashE4,
    cashVersion: account.cashVersion + 1,
  });
  context.print(
    `Cash of ${account.account} set to ${cashText(openingCashE4)}. A running server applies it within seconds.`,
  );
}

async function setLocked(name: string, isLocked: boolean, context: AdminContext): Promise<void> {
  const account = await existingAccount(name, context);
  await context.repositories.accounts.update(account.account, { isLocked });
  const ended = isLocked
    ? await context.repositories.sessions.revokeOfUser(account.userId, context.nowMs)
    : 0;
  context.print(`Account ${account.account} ${isLocked ? 'locked' : 'unlocked'}${endedText(ended)}.`);
}

/** An account with the name of its user and what was set of it. */
export interface ListedAccount extends AccountRecord {
  readonly userName: string;
  /** As on the command line, such as `kind cash`; the kill switch is apart. */
  readonly attributes: readonly string[];
  /** Every attribute by its verb of the command line, as it is entered there: what is in force. */
  readonly values: Readonly<Record<string, string>>;
  readonly isKillSwitchOn: boolean;
}

/** The accounts of all users but those of demo sessions. */
export async function listAccounts(context: Pick<AdminContext, 'repositories'>): Promise<ListedAccount[]> {
  const { users, accounts } = context.repositories;
  const names = new Map(
    (await users.all()).filter((user) => !user.isDemo).map((user) => [user.userId, user.userName]),
  );
  const attributesOf = new Map(
    (await entriesOf('account', context)).map((entry) => [entry.name, readAttributes(entry)]),
  );
  return (await accounts.all()).flatMap((account) => {
    const userName = names.get(account.userId);
    if (userName === undefined) return [];
    const { isKillSwitchOn = false, ...attributes } = attributesOf.get(account.account) ?? {};
    return [
      {
        ...account,
        userName,
        attributes: attributeTexts(attributes),
        values: valuesInForce(attributes),
        isKillSwitchOn,
      },
    ];
  });
}

async function list(context: AdminContext): Promise<void> {
  const accounts = await listAccounts(context);
  if (accounts.length === 0) context.print('There are no accounts yet.');
  for (const { account, userName, isLive, isLocked, isDefault, openingCashE4 } of accounts) {
    const marks = [isLive ? 'live' : 'demo', isLocked ? 'locked' : '', isDefault ? 'default' : ''].filter(
      (mark) => mark !== '',
    );
    context.print(`${account}  ${userName}  ${marks.join(', ')}  opening cash ${cashText(openingCashE4)}`);
  }
}

function cashText(cashE4: MoneyE4): string {
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: 'USD',
    maximumFractionDigits: 4,
  }).format(fromE4(cashE4));
}

function parseCash(text: string): MoneyE4 {
  const dollars = /^\d{1,11}(\.\d{1,4})?$/.test(text) ? Number(text) : Number.NaN;
  if (!isExactE4(dollars) || dollars > MAX_CASH_DOLLARS)
    throw new UsageError(
      `"${text}" is no amount: dollars from 0 to ${MAX_CASH_DOLLARS}, with at most four decimals and no commas.`,
    );
  return toMoneyE4(dollars);
}
