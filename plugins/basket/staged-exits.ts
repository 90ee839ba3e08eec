import { toPriceE4 } from '../../src/domain/money/price.ts';
import { groupProblem } from '../../src/domain/orders/groups/group-problem.ts';
import type { ExitTerms } from '../../src/domain/orders/groups/types.ts';
import { PLAIN_ORDER } from '../../src/domain/orders/request.ts';
import { isOptionSymbol } from '../../src/domain/symbols/symbol.ts';
import type { GroupTicket, OrderTicket } from '../../src/plugin-api/index.ts';
import type { StagedExit, StagedExits, StagedOrder } from './state.ts';

/** Exits of staged orders: as text in cells and fields, and as they are sent. */

const FORM = /^(\+)?\$?(\d+(?:\.\d+)?)\s*(%|away)?$/i;
/** What an exit may be, for messages. */
export const EXIT_FORMS = 'a price (105.50), a distance in dollars (+1.50) or in per cent (2%)';

/** Reads an exit: `105.50`, `+1.50` or `1.50 away`, `2%`. Null for an empty text, undefined for another one. */
export function readExit(text: string): StagedExit | null | undefined {
  const plain = text.replaceAll(',', '').trim();
  if (plain === '') return null;
  const [, plus, digits, unit] = FORM.exec(plain) ?? [];
  if (digits === undefined) return undefined;
  const Amount = Number(digits);
  if (unit === '%') return { Basis: 'Percent', Amount };
  return { Basis: plus === undefined && unit === undefined ? 'Price' : 'Offset', Amount };
}

/** An exit as it is read. */
export function exitText(exit: StagedExit | null): string {
  if (exit === null) return '';
  const { Basis, Amount } = exit;
  if (Basis === 'Percent') return `${Amount}%`;
  return `${Basis === 'Offset' ? '+' : ''}${Amount.toFixed(2)}`;
}

/** An exit in a CSV file. A spreadsheet would save `+1.50` as `1.5`, which is a price. */
export const exitCell = (exit: StagedExit | null): string =>
  exit?.Basis === 'Offset' ? `${exit.Amount.toFixed(2)} away` : exitText(exit);

/** `Target 105.50, stop 2%`; empty without exits. */
export function exitsText({ Exits }: Pick<StagedOrder, 'Exits'>): string {
  const parts = [
    Exits?.Target ? `target ${exitText(Exits.Target)}` : [],
    Exits?.Stop ? `stop ${exitText(Exits.Stop)}` : [],
  ].flat();
  const text = parts.join(', ');
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** The exits, undefined when there are none. */
export const exitsOf = (Target: StagedExit | null, Stop: StagedExit | null, Tif: StagedExits['Tif']) =>
  Target === null && Stop === null ? undefined : { Target, Stop, Tif };

const termsOf = (exit: StagedExit | null, tif: StagedExits['Tif']): ExitTerms | null =>
  exit && { basis: exit.Basis, amountE4: toPriceE4(exit.Amount), tif };

/** Why the exits do not fit the order, by the rules of the server, in lower case; null when they do. `marketE4`: the last price, 0 = unknown. */
export function exitsProblem(order: StagedOrder, marketE4 = 0): string | null {
  const { Exits, Symbol: symbol, Side, Quantity, Type, Tif, Price, StopPrice } = order;
  if (Exits === undefined) return null;
  if (Side === 'Sell' && !isOptionSymbol(symbol)) return 'exits are for an order that opens a position';
  const names = { account: '', userId: '', clientId: '' };
  const problem = groupProblem(
    {
      ...names,
      kind: 'Bracket',
      symbol,
      orders: [
        {
          ...PLAIN_ORDER,
          ...names,
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
      target: termsOf(Exits.Target, Exits.Tif),
      stop: termsOf(Exits.Stop, Exits.Tif),
    },
    marketE4,
  );
  return problem === undefined
    ? null
    : `${problem.slice(0, 1).toLowerCase()}${problem.slice(1).replace(/\.$/, '')}`;
}

/** The order with its exits as it is sent. */
export function groupOfStaged(entry: OrderTicket, { Target, Stop, Tif }: StagedExits): GroupTicket {
  const exit = (staged: StagedExit | null) =>
    staged && { basis: staged.Basis, amount: staged.Amount, tif: Tif };
  return { kind: 'Bracket', entry, target: exit(Target), stop: exit(Stop) };
}
