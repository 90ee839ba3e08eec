import { randomUUID } from 'node:crypto';
import { RoutePermissionBit, type DestinationPermissions } from '../../domain/orders/route-permissions.ts';
import { DEFAULT_ACCOUNT } from '../brokerage/default-risk-facts.ts';
import { OFFERED_ROUTES } from '../brokerage/routes.ts';
import { OptionPermission } from '../../domain/risk/index.ts';
import { ACCOUNT_STATUSES } from '../../domain/risk/types.ts';
import { TRADE_TYPES } from '../../domain/orders/request.ts';
import { fromE4, toMoneyE4, type MoneyE4 } from '../../domain/money/price.ts';
import { tradeTypesOf } from '../risk/account-lookups.ts';
import { readAttributes, type AccountAttributes } from '../risk/risk-settings.ts';
import { UsageError, type AdminContext } from './admin-context.ts';
import { onOff, parseDollars } from './limit-values.ts';
import { entriesOf, parseCountry, parseRoute, setFields } from './risk-entries.ts';

/** The attributes of an account that `account …` sets, by verb: how each is read from the command line. */
const ATTRIBUTES: Readonly<Record<string, (text: string) => AccountAttributes>> = {
  kind: (text) => ({ kind: oneOf<'cash' | 'margin'>('account kind', text, ['cash', 'margin']) }),
  status: (text) => ({ status: oneOf('account status', text, ACCOUNT_STATUSES) }),
  'sign-in': (text) => ({ canLogIn: onOff('account sign-in', text) }),
  'view-only': (text) => ({ isViewOnly: onOff('account view-only', text) }),
  'closing-only': (text) => ({ isClosingOnly: onOff('account closing-only', text) }),
  options: (text) => ({ optionMask: parseOptionMask(text) }),
  'trade-types': (text) => ({
    tradeTypes:
      text === 'none' ? [] : text.split(',').map((word) => oneOf('account trade-types', word, TRADE_TYPES)),
  }),
  countries: (text) => ({ countries: text === 'none' ? [] : text.split(',').map(parseCountry) }),
  routes: (text) => ({
    routes: text === 'all' ? null : text === 'none' ? [] : text.split(',').map(parseRoute),
  }),
  destinations: (text) => ({ destinations: parseDestinations(text) }),
  'day-trading-power': (text) => ({
    dayTradingPowerE4: text === 'none' ? null : toMoneyE4(parseDollars('account day-trading-power', text)),
  }),
  'daily-loss-guard': (text) => ({ dailyLossGuardE4: parseGuard('account daily-loss-guard', text) }),
  'drawdown-guard': (text) => ({ drawdownGuardE4: parseGuard('account drawdown-guard', text) }),
};
/** The verbs of `account …` that set an attribute. */
export const ACCOUNT_ATTRIBUTES: readonly string[] = Object.keys(ATTRIBUTES);

/** Reads an attribute from the command line: the change, to be stored for an account that is known to be there. */
export function parseAttribute(verb: string, text: string | undefined): AccountAttributes {
  const parse = ATTRIBUTES[verb];
  if (!parse) throw new UsageError(`There is no command: account ${verb}.`);
  if (text === undefined) throw new UsageError(`account ${verb}: a value is missing.`);
  return parse(text);
}

/** Stores attributes of an account and prints what was set. */
export async function setAttributes(
  account: string,
  change: AccountAttributes,
  context: AdminContext,
): Promise<void> {
  await setFields('account', account, change, context);
  context.print(
    `${account}  ${attributeTexts(change).join('  ')}. A running server takes it over within a second.`,
  );
}

/** Unlocks an account that a guard has locked; the guards then count from that moment. Each call is an instruction of its own. */
export async function unlockGuard(account: string, context: AdminContext): Promise<void> {
  await setFields('account', account, { guardRelease: randomUUID() }, context);
  context.print(`${account}  unlocked after a guard. A running server takes it over within a second.`);
}

/** The limit of a guard in dollars, above 0; `none` = no limit. */
function parseGuard(topic: string, text: string): MoneyE4 | null {
  if (text === 'none') return null;
  const limitE4 = toMoneyE4(parseDollars(topic, text));
  if (limitE4 === 0) throw new UsageError(`${topic}: the limit must be above 0; "none" removes it.`);
  return limitE4;
}

/** Prints what was set of an account. */
export async function showAttributes(account: string, context: AdminContext): Promise<void> {
  const entry = (await entriesOf('account', context)).find(({ name }) => name === account);
  const attributes = entry ? attributeTexts(readAttributes(entry)) : [];
  context.print(`${account}  ${attributes.length === 0 ? 'as every account' : attributes.join('  ')}`);
}

/** What was set of an account, each as on the command line: `kind cash`. */
export function attributeTexts(attributes: AccountAttributes): string[] {
  return [...attributeValues(attributes)].map(([verb, value]) => `${verb} ${value}`);
}

/** Every attribute of an account by its verb, as it is entered: what was set, or else what is in force for every account. */
export function valuesInForce(set: AccountAttributes): Readonly<Record<string, string>> {
  const tradeTypes = [...tradeTypesOf(set.kind, DEFAULT_ACCOUNT.tradeTypes)];
  const countries = [...DEFAULT_ACCOUNT.countries];
  return Object.fromEntries(
    attributeValues({ ...DEFAULT_ACCOUNT, tradeTypes, countries, routes: null, ...set }),
  );
}

function attributeValues(attributes: AccountAttributes): ReadonlyMap<string, string> {
  const { kind, status, optionMask, tradeTypes, countries, routes, destinations, dayTradingPowerE4 } =
    attributes;
  const values = new Map<string, string>();
  const add = <Value>(verb: string, value: Value | undefined, textOf: (value: Value) => string): void => {
    if (value !== undefined) values.set(verb, textOf(value));
  };
  add('kind', kind, (name) => name);
  add('status', status, (name) => name);
  add('sign-in', attributes.canLogIn, onOffText);
  add('kill-switch', attributes.isKillSwitchOn, onOffText);
  add('view-only', attributes.isViewOnly, onOffText);
  add('closing-only', attributes.isClosingOnly, onOffText);
  add('options', optionMask, (mask) => listText(optionLabels(mask)));
  add('trade-types', tradeTypes, listText);
  add('countries', countries, listText);
  add('routes', routes, (names) => (names === null ? 'all' : listText(names)));
  add('destinations', destinations, destinationsText);
  add('day-trading-power', dayTradingPowerE4, amountText);
  add('daily-loss-guard', attributes.dailyLossGuardE4, amountText);
  add('drawdown-guard', attributes.drawdownGuardE4, amountText);
  return values;
}

const amountText = (amountE4: MoneyE4 | null): string =>
  amountE4 === null ? 'none' : String(fromE4(amountE4));
const onOffText = (isOn: boolean): string => (isOn ? 'on' : 'off');
const listText = (names: readonly string[]): string => (names.length === 0 ? 'none' : names.join(','));

const ROUTE_PERMISSION_NAMES: Readonly<Record<string, number>> = {
  stock: RoutePermissionBit.Stock,
  option: RoutePermissionBit.Option,
};

/** Reads `SMART:stock+option,OTHER:stock`, `all` or `none`. */
function parseDestinations(text: string): DestinationPermissions {
  if (text === 'all') return null;
  if (text === 'none') return {};
  const offered = OFFERED_ROUTES.map(({ Destination }) => Destination);
  return Object.fromEntries(
    text.split(',').map((part) => {
      const [name = '', kinds = ''] = part.split(':');
      const destination = offered.find((known) => known.toLowerCase() === name.trim().toLowerCase());
      if (destination === undefined)
        throw new UsageError(
          `There is no destination ${name}. The destinations are: ${offered.join(', ')}, all, none.`,
        );
      const bits = kinds.split('+').map((kind) => ROUTE_PERMISSION_NAMES[kind.trim().toLowerCase()]);
      if (bits.includes(undefined))
        throw new UsageError(`account destinations: say which orders, as in ${destination}:stock+option.`);
      return [destination, bits.reduce<number>((mask, bit) => mask | (bit ?? 0), 0)];
    }),
  );
}

function destinationsText(destinations: DestinationPermissions): string {
  if (destinations === null) return 'all';
  const parts = Object.entries(destinations).map(
    ([destination, mask]) =>
      `${destination}:${Object.keys(ROUTE_PERMISSION_NAMES)
        .filter((name) => (mask & (ROUTE_PERMISSION_NAMES[name] ?? 0)) !== 0)
        .join('+')}`,
  );
  return parts.length === 0 ? 'none' : parts.join(',');
}

/** Option strategies as the command line names them. */
const STRATEGIES: Readonly<Record<string, number>> = {
  covered: OptionPermission.CoveredCalls,
  buying: OptionPermission.Buying,
  combinations: OptionPermission.Combinations,
  'uncovered-puts': OptionPermission.UncoveredPuts,
  'uncovered-calls': OptionPermission.UncoveredCalls,
  'uncovered-index': OptionPermission.UncoveredIndex,
};

const optionLabels = (mask: number): string[] =>
  Object.entries(STRATEGIES).flatMap(([name, bit]) => ((mask & bit) === 0 ? [] : [name]));

function parseOptionMask(text: string): number {
  if (text === 'none') return 0;
  const names = text === 'all' ? Object.keys(STRATEGIES) : text.split(',');
  return names.reduce((mask, name) => {
    const bit = STRATEGIES[name.trim().toLowerCase()];
    if (bit === undefined)
      throw new UsageError(
        `There is no option strategy ${name}. The names are: ${Object.keys(STRATEGIES).join(', ')}, all, none.`,
      );
    return mask | bit;
  }, 0);
}

function oneOf<Word extends string>(topic: string, text: string, choices: readonly Word[]): Word {
  const found = choices.find((word) => word.toLowerCase() === text.trim().toLowerCase());
  if (found === undefined) throw new UsageError(`${topic}: say one of ${choices.join(', ')}.`);
  return found;
}
