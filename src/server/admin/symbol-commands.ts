import { readRouteRules, readSymbolRules, ROUTE_TAKES } from '../risk/risk-settings.ts';
import { UsageError, type AdminContext } from './admin-context.ts';
import { onOff } from './limit-values.ts';
import { entriesOf, parseCountry, parseRoute, parseSymbol, ROUTE_KEYS, setFields } from './risk-entries.ts';

/** The commands about one symbol. */
export type SymbolTopic = 'restrict' | 'borrow' | 'country';

/** Runs `restrict SYMBOL on|off`, `borrow SYMBOL on|off|SHARES`, `country SYMBOL US|none`, and `restrict list`. */
export async function runSymbolCommand(
  topic: SymbolTopic,
  symbolText: string | undefined,
  args: readonly string[],
  context: AdminContext,
): Promise<void> {
  if (symbolText === undefined) throw new UsageError(`${topic}: a symbol is missing.`);
  if (symbolText === 'list') return listSymbols(context);
  const symbol = parseSymbol(symbolText);
  const { fields, message } = CHANGES[topic](symbol, args[0]);
  await setFields('symbol', symbol, fields, context);
  context.print(message);
}

interface Change {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly message: string;
}

const CHANGES: Readonly<Record<SymbolTopic, (symbol: string, value: string | undefined) => Change>> = {
  restrict(symbol, value) {
    const isOn = onOff(`restrict ${symbol}`, value);
    return {
      fields: { isRestricted: isOn || undefined },
      message: isOn
        ? `${symbol} is on the restricted list: no order opens or closes it.`
        : `${symbol} is off the restricted list.`,
    };
  },
  borrow(symbol, value = '') {
    if (/^\d{1,9}$/.test(value))
      return {
        fields: { isUnshortable: undefined, borrowableShares: Number(value) },
        message: `Of ${symbol} at most ${value} shares may be sold short by an order and what rests with it.`,
      };
    if (value !== 'on' && value !== 'off')
      throw new UsageError(`borrow ${symbol}: say on, off or a number of shares.`);
    const isOn = value === 'on';
    return {
      fields: { isUnshortable: isOn ? undefined : true, borrowableShares: undefined },
      message: isOn
        ? `${symbol} may be sold short where the market lends it.`
        : `${symbol} cannot be borrowed: short sales are refused.`,
    };
  },
  country(symbol, value) {
    if (value === undefined) throw new UsageError(`country ${symbol}: say two letters, such as US, or none.`);
    if (value === 'none')
      return {
        fields: { country: undefined },
        message: `${symbol} is of the country that the market lists it for.`,
      };
    const country = parseCountry(value);
    return { fields: { country }, message: `${symbol} counts as an instrument of ${country}.` };
  },
};

/** The rules that are set of symbols, each with a text such as `restricted, country US`. */
export async function symbolRules(
  context: Pick<AdminContext, 'repositories'>,
): Promise<{ readonly name: string; readonly text: string }[]> {
  return (await entriesOf('symbol', context)).map((entry) => {
    const { isRestricted, isUnshortable, borrowableShares, country } = readSymbolRules(entry);
    const marks = [
      isRestricted ? 'restricted' : '',
      isUnshortable ? 'not to borrow' : '',
      borrowableShares === undefined ? '' : `at most ${borrowableShares} to borrow`,
      country === undefined ? '' : `country ${country}`,
    ];
    return { name: entry.name, text: marks.filter((mark) => mark !== '').join(', ') };
  });
}

async function listSymbols(context: AdminContext): Promise<void> {
  const rules = await symbolRules(context);
  if (rules.length === 0) context.print('No symbol has rules of its own.');
  for (const { name, text } of rules) context.print(`${name}  ${text}`);
}

/** Runs `route DESTINATION/ROUTE on|off|all|WHAT,WHAT` and `route list`. */
export async function runRouteCommand(
  routeText: string | undefined,
  args: readonly string[],
  context: AdminContext,
): Promise<void> {
  if (routeText === undefined)
    throw new UsageError(`route: a route is missing. The routes are: ${ROUTE_KEYS.join(', ')}.`);
  if (routeText === 'list') return listRoutes(context);
  const key = parseRoute(routeText);
  const [value] = args;
  if (value === undefined)
    throw new UsageError(
      `route ${key}: say on, off, all, none, or what it takes: ${ROUTE_TAKES.join(', ')}.`,
    );
  if (value === 'on' || value === 'off') {
    await setFields('route', key, { isConnected: value === 'on' ? undefined : false }, context);
    return context.print(
      value === 'on'
        ? `Route ${key} takes orders.`
        : `Route ${key} is disconnected: orders for it are refused.`,
    );
  }
  const takes = value === 'all' ? undefined : value === 'none' ? [] : value.split(',').map(parseTaken);
  await setFields('route', key, { takes }, context);
  context.print(`Route ${key} takes ${takes === undefined ? 'everything' : takes.join(', ') || 'nothing'}.`);
}

function parseTaken(word: string): (typeof ROUTE_TAKES)[number] {
  const found = ROUTE_TAKES.find((value) => value === word.trim().toLowerCase());
  if (found === undefined)
    throw new UsageError(
      `There is nothing called ${word} that a route takes. The names are: ${ROUTE_TAKES.join(', ')}, all, none.`,
    );
  return found;
}

/** All routes, each with a text such as `on, takes stocks`. */
export async function routeRules(
  context: Pick<AdminContext, 'repositories'>,
): Promise<{ readonly name: string; readonly text: string }[]> {
  const rules = new Map(
    (await entriesOf('route', context)).map((entry) => [entry.name, readRouteRules(entry)]),
  );
  return ROUTE_KEYS.map((name) => {
    const { isConnected = true, takes } = rules.get(name) ?? {};
    const taken = takes === undefined ? '' : `, takes ${takes.join(',') || 'nothing'}`;
    return { name, text: `${isConnected ? 'on' : 'off'}${taken}` };
  });
}

async function listRoutes(context: AdminContext): Promise<void> {
  for (const { name, text } of await routeRules(context)) context.print(`${name}  ${text}`);
}
