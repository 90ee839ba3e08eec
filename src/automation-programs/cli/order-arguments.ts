import type { Account, OrderTerms } from '../../automation-client/index.ts';
import { TIME_IN_FORCES } from '../../domain/orders/enumerations.ts';
import { TIFS } from '../../domain/orders/times-in-force.ts';
import { refuseExtra, symbolOf, usageError, wholeNumber, type CommandArguments } from './command.ts';

const MAX_QUANTITY = 1_000_000_000;
const PRICE = /^\d{1,9}(\.\d{1,4})?$/;

/** Options of an order. */
export const ORDER_OPTIONS = {
  limit: { type: 'string' },
  stop: { type: 'string' },
  'on-close': { type: 'boolean' },
  tif: { type: 'string' },
  until: { type: 'string' },
} as const;

/** Sides as traders name them. */
const SIDES = {
  buy: { side: 'Buy', source: 'Open' },
  sell: { side: 'Sell', source: 'Close' },
  short: { side: 'Short', source: 'Open' },
  cover: { side: 'Buy', source: 'Cover' },
} as const satisfies Record<string, Pick<OrderTerms, 'side' | 'source'>>;
type SideName = keyof typeof SIDES;

/** An order without its account. */
export type StatedOrder = Omit<OrderTerms, 'account'>;

/** `buy 100 AAPL --limit 190 --tif GTC`. Throws a CommandError for a wrong argument. */
export function orderOf(args: CommandArguments): StatedOrder {
  const [sideName = '', quantity = '', symbol, ...extra] = args.positionals;
  if (!isSide(sideName)) throw usageError(`Name the side first: ${Object.keys(SIDES).join(', ')}.`);
  if (symbol === undefined)
    throw usageError(`Name quantity and symbol: tapedeck order ${sideName} 100 AAPL.`);
  refuseExtra(extra);
  return {
    symbol: symbolOf(symbol),
    ...SIDES[sideName],
    quantity: wholeNumber('The quantity', quantity, MAX_QUANTITY),
    ...typeOf(args),
    ...timeInForceOf(args),
  };
}

const isSide = (text: string): text is SideName => Object.hasOwn(SIDES, text);

function typeOf(args: CommandArguments): Pick<OrderTerms, 'type' | 'price' | 'stopPrice'> {
  const [price, stopPrice] = [priceOf(args, 'limit'), priceOf(args, 'stop')];
  if (args.flag('on-close')) {
    if (stopPrice !== undefined) throw usageError('--on-close and --stop exclude each other.');
    return price === undefined ? { type: 'MarketOnClose' } : { type: 'LimitOnClose', price };
  }
  if (price !== undefined && stopPrice !== undefined) return { type: 'StopLimit', price, stopPrice };
  if (price !== undefined) return { type: 'Limit', price };
  return stopPrice === undefined ? { type: 'Market' } : { type: 'Stop', stopPrice };
}

function priceOf(args: CommandArguments, name: 'limit' | 'stop'): string | undefined {
  const text = args.text(name);
  if (text === undefined || PRICE.test(text)) return text;
  throw usageError(`--${name} ${text} is no price, such as 187.25, with at most four decimals.`);
}

function timeInForceOf(args: CommandArguments): Pick<OrderTerms, 'timeInForce' | 'goodTill'> {
  const label = (args.text('tif') ?? TIFS.Day.label).toUpperCase();
  const timeInForce = TIME_IN_FORCES.find((name) => TIFS[name].label === label);
  if (timeInForce === undefined) {
    const known = TIME_IN_FORCES.map((name) => TIFS[name].label).join(', ');
    throw usageError(`--tif ${label} is unknown: ${known}.`);
  }
  const untilMs = args.timeMs('until');
  if ((timeInForce === 'GoodTillDate') !== (untilMs !== undefined))
    throw usageError('--until belongs to --tif GTD: a day, or a time with its zone.');
  return untilMs === undefined ? { timeInForce } : { timeInForce, goodTill: new Date(untilMs).toISOString() };
}

/** The order in a line, for its confirmation. */
export function orderText(terms: OrderTerms, { account, kind }: Pick<Account, 'account' | 'kind'>): string {
  const verb = terms.source === 'Cover' ? 'Cover' : terms.side;
  const prices = [
    terms.price === undefined ? undefined : `limit ${terms.price}`,
    terms.stopPrice === undefined ? undefined : `stop ${terms.stopPrice}`,
  ].filter((text) => text !== undefined);
  const parts = [
    `${verb} ${terms.quantity} ${terms.symbol}`,
    terms.type,
    ...prices,
    TIFS[terms.timeInForce ?? 'Day'].label,
    ...(terms.goodTill === undefined ? [] : [`until ${terms.goodTill}`]),
    `${kind} account ${account}`,
  ];
  return parts.join(', ');
}
