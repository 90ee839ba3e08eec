import type { RiskLimits } from '../../domain/risk/index.ts';
import { HOUSE_LIMITS } from '../../domain/risk/index.ts';
import { FIRM, HARD_BOUNDS, readLimits, readScope } from '../risk/risk-settings.ts';
import { existingAccount } from './account-commands.ts';
import { UsageError, type AdminContext } from './admin-context.ts';
import { limitOf, limitText, parseLimit, wordOf, type LimitName } from './limit-values.ts';
import { entriesOf, parseCountry, parseRoute, parseSymbol, setFields } from './risk-entries.ts';
import { existingUser } from './user-commands.ts';

const SCOPES =
  'firm, account:NAME, symbol:SYMBOL, route:SMART/AUTO, country:US, user:NAME, or account:NAME,symbol:SYMBOL';

/** Runs `limits …`. */
export async function runLimitsCommand(
  verb: string | undefined,
  args: readonly string[],
  context: AdminContext,
): Promise<void> {
  const [scope, limit, value] = args;
  if (verb === 'show') return show(scope, context);
  if (scope === undefined) throw new UsageError(`limits ${verb ?? ''}: a scope is missing: ${SCOPES}.`);
  switch (verb) {
    case 'set':
      if (limit === undefined || value === undefined)
        throw new UsageError('limits set: name a limit and its value.');
      return set(scope, limitOf(limit), value, context);
    case 'clear':
      return clear(scope, limit === undefined ? undefined : limitOf(limit), context);
    default:
      throw new UsageError(`There is no command: limits ${verb ?? ''}.`);
  }
}

async function set(scopeText: string, name: LimitName, text: string, context: AdminContext): Promise<void> {
  const value = parseLimit(name, text);
  const bound = boundOf(name);
  if (bound !== undefined && (value === null || (typeof value === 'number' && value > bound))) {
    throw new UsageError(
      `${wordOf(name)} is at most ${limitText(name, HARD_BOUNDS)}: above it sums would not be exact.`,
    );
  }
  const scope = await parseScope(scopeText, context);
  await setFields('limits', scope.key, { [name]: value }, context);
  context.print(
    `${wordOf(name)} of ${scope.label}: ${limitText(name, { [name]: value })}. The strictest limit of all scopes counts; a running server takes it over within a second.`,
  );
}

/** The bound that a limit may not leave, if it has one. */
function boundOf(name: LimitName): number | undefined {
  const bounds: Partial<RiskLimits> = HARD_BOUNDS;
  const bound = bounds[name];
  return typeof bound === 'number' ? bound : undefined;
}

async function clear(scopeText: string, name: LimitName | undefined, context: AdminContext): Promise<void> {
  const scope = await parseScope(scopeText, context);
  if (name === undefined)
    await context.repositories.risk.change('limits', scope.key, () => null, context.nowMs);
  else await setFields('limits', scope.key, { [name]: undefined }, context);
  const rest =
    scope.key === FIRM ? ' For limits that the firm does not set, the defaults of the server apply.' : '';
  context.print(`${name === undefined ? 'All limits' : wordOf(name)} of ${scope.label} cleared.${rest}`);
}

/** A limit of a scope, as it is written on the command line. `isDefault`: the firm does not set it, and the server's default applies. */
export interface ListedLimit {
  readonly scope: string;
  readonly limit: string;
  readonly value: string;
  readonly isDefault: boolean;
}

/** The limits of the firm, those defaults that are a limit, and the limits of all other scopes. */
export async function listLimits(context: Pick<AdminContext, 'repositories'>): Promise<ListedLimit[]> {
  const entries = await entriesOf('limits', context);
  const names = new Map((await context.repositories.users.all()).map((user) => [user.userId, user.userName]));
  const firm = entries.find((entry) => entry.name === FIRM);
  const others = entries.filter((entry) => entry !== firm);
  return [
    ...firmLimits(firm ? readLimits(firm) : {}),
    ...others.flatMap((entry) => {
      const scope = readScope(entry.name);
      const title = scope?.kind === 'user' ? `user:${names.get(scope.name) ?? scope.name}` : entry.name;
      const limits = readLimits(entry);
      return namesOf(limits).map((name) => ({
        scope: title,
        limit: wordOf(name),
        value: limitText(name, limits),
        isDefault: false,
      }));
    }),
  ];
}

function firmLimits(limits: Partial<RiskLimits>): ListedLimit[] {
  const all = { ...HOUSE_LIMITS, ...limits };
  return namesOf(all).flatMap((name) => {
    const value = limitText(name, all);
    const isDefault = !Object.hasOwn(limits, name);
    return isDefault && (value === 'none' || value === 'off')
      ? []
      : [{ scope: FIRM, limit: wordOf(name), value, isDefault }];
  });
}

async function show(scopeText: string | undefined, context: AdminContext): Promise<void> {
  const wanted = scopeText === undefined ? undefined : await shownScope(scopeText, context);
  const limits = (await listLimits(context)).filter(({ scope }) => wanted === undefined || scope === wanted);
  for (const { scope, limit, value, isDefault } of limits)
    context.print(`${scope}  ${limit} ${value}${isDefault ? '  (house)' : ''}`);
  if (wanted !== undefined && limits.length === 0) context.print('No limits are set there.');
}

/** A scope as `listLimits` names it: users by name, not by id. */
async function shownScope(text: string, context: AdminContext): Promise<string> {
  const { key } = await parseScope(text, context);
  const scope = readScope(text);
  return scope?.kind === 'user' ? `user:${(await existingUser(scope.name, context)).userName}` : key;
}

// Object.keys widens to string; the keys were checked as they were read.
const namesOf = (limits: Partial<RiskLimits>): LimitName[] => Object.keys(limits) as LimitName[];

/** The stored key of a scope and its label in messages. Accounts and users must exist. */
async function parseScope(
  text: string,
  context: AdminContext,
): Promise<{ readonly key: string; readonly label: string }> {
  const scope = readScope(text);
  if (!scope) throw new UsageError(`"${text}" is no scope; there are: ${SCOPES}.`);
  switch (scope.kind) {
    case 'firm':
      return { key: FIRM, label: 'the firm' };
    case 'account': {
      const { account } = await existingAccount(scope.name, context);
      return { key: `account:${account}`, label: `account ${account}` };
    }
    case 'accountSymbol': {
      const { account } = await existingAccount(scope.name, context);
      const symbol = parseSymbol(scope.symbol);
      return { key: `account:${account},symbol:${symbol}`, label: `account ${account} in ${symbol}` };
    }
    case 'symbol': {
      const symbol = parseSymbol(scope.name);
      return { key: `symbol:${symbol}`, label: symbol };
    }
    case 'route': {
      const key = parseRoute(scope.name);
      return { key: `route:${key}`, label: `route ${key}` };
    }
    case 'country': {
      const code = parseCountry(scope.name);
      return { key: `country:${code}`, label: `country ${code}` };
    }
    case 'user': {
      const user = await existingUser(scope.name, context);
      return { key: `user:${user.userId}`, label: `user ${user.userName}` };
    }
  }
}
