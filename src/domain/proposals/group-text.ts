import { formatInteger, formatPrice, formatRatio } from '../format/format-number.ts';
import { fromE4 } from '../money/price.ts';
import type { Condition, TimeExit } from '../orders/groups/conditions.ts';
import type {
  ExitPrice,
  ExitTerms,
  GroupKind,
  GroupRequest,
  TrailDistance,
  TrailTerms,
} from '../orders/groups/types.ts';
import { displaySymbol } from '../symbols/symbol.ts';
import { furtherTerms, orderRequestText } from './order-text.ts';

const CENT_E4 = 100;
const price = (e4: number): string => formatPrice(fromE4(e4));

/** `15:50 ET`: minutes after midnight in New York. */
const clockText = (minutes: number): string =>
  `${[Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')} ET`;

/** `2.00`, `2.00%`; `1.2855` of a distance that an average true range has set. */
const distanceText = ({ basis, amountE4 }: ExitPrice | TrailDistance): string => {
  if (basis === 'Percent') return `${formatRatio(fromE4(amountE4))}%`;
  return amountE4 % CENT_E4 === 0 ? price(amountE4) : fromE4(amountE4).toFixed(4);
};

/** `at 110.00`, `2.00 above the fill`. `isAbove`: the side of the entry's fill price on which the exit lies. */
const exitPriceText = (exit: ExitPrice, isAbove: boolean): string =>
  exit.basis === 'Price'
    ? `at ${price(exit.amountE4)}`
    : `${distanceText(exit)} ${isAbove ? 'above' : 'below'} the fill`;

const exitText = (name: string, exit: ExitTerms, isAbove: boolean): string =>
  `${name} ${exitPriceText(exit, isAbove)}${exit.tif === 'Day' ? '' : ' GTC'}`;

function trailText({ start, distance }: TrailTerms, isLong: boolean): string {
  const from = start.basis === 'Price' ? price(start.amountE4) : exitPriceText(start, isLong);
  return `stop trails ${distanceText(distance)} away from ${from} on`;
}

const timeExitText = ({ basis, minutes }: TimeExit): string =>
  basis === 'TimeOfDay'
    ? `closes at market at ${clockText(minutes)}`
    : `closes at market ${formatInteger(minutes)} min after the first fill`;

function conditionText(condition: Condition): string {
  if (condition.basis === 'TimeOfDay') return `at ${clockText(condition.minutes)}`;
  const side = condition.direction === 'AtOrAbove' ? 'above' : 'below';
  return `once ${displaySymbol(condition.symbol)} ${condition.basis.toLowerCase()} is ${price(condition.priceE4)} or ${side}`;
}

/** What stands between the orders of a group. A bracket and a conditional order state one. */
const JOINTS: Readonly<Record<GroupKind, string>> = {
  OneCancelsOther: ', or ',
  OneTriggersOther: ', then ',
  ...{ Bracket: '', Conditional: '', Flatten: '', CancelAll: '' },
};

/** The orders of a group as text: `Buy 100 SPY at 100.00`, `Sell 100 SPY at 110.00, or Sell 100 SPY stop 95.00`. */
export const groupRequestText = ({ kind, orders, condition }: GroupRequest): string =>
  [
    orders.map((order) => orderRequestText(order)).join(JOINTS[kind]),
    ...(condition ? [conditionText(condition)] : []),
  ].join(', ');

/** What a bracket does once its entry fills, and what else its orders state, each as a sentence without its end: `target at 110.00`. */
export function groupRequestTerms(group: GroupRequest): readonly string[] {
  const { orders, target, targets = [], stop, trail, timeExit, isBreakEven } = group;
  const isLong = orders[0]?.side === 'Buy';
  return [
    ...(target ? [exitText('target', target, isLong)] : []),
    ...targets.map((each) => exitText(`target of ${formatInteger(each.quantity)}`, each, isLong)),
    ...(stop ? [exitText('stop', stop, !isLong)] : []),
    ...(isBreakEven === true ? ['stop to the fill price after the first target'] : []),
    ...(trail ? [trailText(trail, isLong)] : []),
    ...(timeExit ? [timeExitText(timeExit)] : []),
    ...orders.flatMap((order) => furtherTerms(order)),
  ];
}
