import { formatInteger, formatPrice, formatRatio } from '../../src/domain/columns/index.ts';
import { fromE4, toPriceE4, type PriceE4 } from '../../src/domain/money/price.ts';
import { exitPriceE4 } from '../../src/domain/orders/groups/exit-prices.ts';
import { groupProblem } from '../../src/domain/orders/groups/group-problem.ts';
import { withDistances } from '../../src/domain/orders/groups/stated-exits.ts';
import type { ExitPrice, ExitRole, ExitTerms, GroupRequest } from '../../src/domain/orders/groups/types.ts';
import { PLAIN_ORDER } from '../../src/domain/orders/request.ts';
import { TIFS } from '../../src/domain/orders/times-in-force.ts';
import { isOptionSymbol } from '../../src/domain/symbols/symbol.ts';
import type { BracketExits } from '../../src/plugin-api/index.ts';
import type { StagedOrder } from './state.ts';

/** A staged order with its exits: judged by the rules of the server, and as text. */

/** Any range serves to judge the form of multiples of it: they are in the same proportion by all of them. */
const FORM_RANGE_E4: PriceE4 = 10_000;
const NAMES = { account: '', userId: '', clientId: '' };

interface Amount {
  readonly basis: 'Price' | 'Offset' | 'Percent' | 'Atr' | 'Risk';
  /** Dollars, per cent, or a multiple. */
  readonly amount: number;
}

/** A distance whose dollars are not known yet says how it was stated. */
const priceOf = ({ basis, amount }: Amount): ExitPrice =>
  basis === 'Atr' || basis === 'Risk'
    ? { basis: 'Offset', amountE4: 0, stated: { basis, amountE4: toPriceE4(amount) } }
    : { basis, amountE4: toPriceE4(amount) };

const termsOf = (exit: NonNullable<BracketExits['stop']>): ExitTerms => ({ ...priceOf(exit), tif: exit.tif });

/** The trail as the domain takes it. Its distance is never stated as a price. */
const trailOf = ({ start, distance }: NonNullable<BracketExits['trail']>): GroupRequest['trail'] => {
  const { basis, ...away } = priceOf(distance);
  return { start: priceOf(start), distance: { ...away, basis: basis === 'Percent' ? basis : 'Offset' } };
};

/** The bracket of an order as the rules of the domain take it. `rangeE4`: the average true range that multiples are counted by. */
function requestOf(order: StagedOrder, exits: BracketExits, rangeE4: PriceE4): GroupRequest {
  const { Symbol: symbol, Side, Quantity, Type, Tif, Price, StopPrice } = order;
  const { target, targets, stop, isBreakEven, trail, timeExit, atr } = exits;
  const group: GroupRequest = {
    ...NAMES,
    kind: 'Bracket',
    symbol,
    orders: [
      {
        ...PLAIN_ORDER,
        ...NAMES,
        symbol,
        side: Side,
        source: 'Open',
        type: Type,
        tif: Tif,
        quantity: Quantity,
        priceE4: toPriceE4(Price ?? 0),
        stopPriceE4: toPriceE4(StopPrice ?? 0),
        destination: '',
        route: '',
      },
    ],
    target: target && termsOf(target),
    stop: stop && termsOf(stop),
    ...(targets && { targets: targets.map((each) => ({ ...termsOf(each), quantity: each.quantity })) }),
    ...(isBreakEven && { isBreakEven }),
    ...(trail && { trail: trailOf(trail) }),
    ...(timeExit && { timeExit }),
    ...(atr && { atr: { ...atr, valueE4: rangeE4 } }),
  };
  return withDistances(group, rangeE4);
}

/** Why the exits do not fit the order, by the rules of the server, in lower case; null when they do. `marketE4`: the last price, 0 = unknown. */
export function bracketProblem(order: StagedOrder, exits: BracketExits, marketE4: PriceE4): string | null {
  if (order.Side === 'Sell' && !isOptionSymbol(order.Symbol))
    return 'exits are for an order that opens a position';
  const problem = groupProblem(requestOf(order, exits, FORM_RANGE_E4), marketE4);
  return problem === undefined
    ? null
    : `${problem.slice(0, 1).toLowerCase()}${problem.slice(1).replace(/\.$/, '')}`;
}

/** `1.50`, `2.00%`, `1.50 ATR`, `$250.00 at risk`. */
function amountText({ basis, amount }: Amount): string {
  switch (basis) {
    case 'Price':
    case 'Offset':
      return formatPrice(amount);
    case 'Percent':
      return `${formatRatio(amount)}%`;
    case 'Atr':
      return `${formatRatio(amount)} ATR`;
    case 'Risk':
      return `$${formatPrice(amount)} at risk`;
  }
}

/** `15:50 ET`, `30 min after the fill`. */
function timeText({ basis, minutes }: NonNullable<BracketExits['timeExit']>): string {
  if (basis === 'Minutes') return `${formatInteger(minutes)} min after the fill`;
  const parts = [Math.floor(minutes / 60), minutes % 60];
  return `${parts.map((part) => String(part).padStart(2, '0')).join(':')} ET`;
}

/**
 * What the exits make of the order: `target 50 at 101.00, target 50 at 102.00, stop 99.00, to break-even, closed 15:50 ET, GTC`. Prices are those of a fill at the limit of the order, else at its
 * stop, else at the market; a distance stays one while they are unknown. `marketE4`: the last price, 0 = unknown.
 */
export function bracketText(order: StagedOrder, exits: BracketExits, marketE4: PriceE4): string {
  const averageE4 = toPriceE4(order.Price ?? order.StopPrice ?? 0) || marketE4;
  const request = requestOf(order, exits, 0);
  const text: PriceText = (stated, terms, role) => {
    if (!terms || terms.amountE4 === 0 || averageE4 === 0) return `${amountText(stated)} from the fill`;
    return formatPrice(
      fromE4(exitPriceE4(terms, role, { symbol: order.Symbol, side: order.Side, averageE4 })),
    );
  };
  const { stop, isBreakEven, trail, timeExit } = exits;
  const { tif } = exits.target ?? exits.targets?.[0] ?? stop ?? {};
  return [
    ...targetTexts(exits, request, text),
    ...(stop ? [`stop ${text(stop, request.stop, 'Stop')}`] : []),
    ...(isBreakEven ? ['to break-even after target 1'] : []),
    ...(trail
      ? [`trailing ${amountText(trail.distance)} from ${text(trail.start, request.trail?.start, 'Target')}`]
      : []),
    ...(timeExit ? [`closed ${timeText(timeExit)}`] : []),
    ...(tif ? [TIFS[tif].label] : []),
  ].join(', ');
}

/** The price of an exit as text. `terms`: what the server would be sent; a distance that is not known in dollars yet has the amount 0. */
type PriceText = (stated: Amount, terms: ExitPrice | null | undefined, role: ExitRole) => string;

/** `target 101.00`, or each of several with what it closes. */
const targetTexts = (
  { target, targets = [] }: BracketExits,
  request: GroupRequest,
  text: PriceText,
): readonly string[] =>
  target
    ? [`target ${text(target, request.target, 'Target')}`]
    : targets.map(
        (each, at) =>
          `target ${formatInteger(each.quantity)} at ${text(each, request.targets?.[at], 'Target')}`,
      );
