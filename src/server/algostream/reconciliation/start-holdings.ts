import { fromE4, type PriceE4 } from '../../../domain/money/price.ts';
import type { ExitPlan } from '../../../domain/strategy/order-record.ts';
import type { EarlierOrder } from '../runs/earlier-orders.ts';
import type { LiveSymbols } from '../runs/live-symbols.ts';
import type { EarlierBracket, EarlierFill, RunStart, SymbolHolding } from '../runtime/types.ts';
import { fillsInSymbol } from './compared-orders.ts';
import type { RunSession } from './stored-session.ts';

/** The part of a session that says what the run held at its start. */
type SessionStart = Pick<RunSession, 'fromMs' | 'runFromMs' | 'runPosition' | 'otherPositions'>;

/**
 * What a run held when a session began: its fills before, the positions that they left, and the exits that worked then. Shares that an option's end delivered are not among
 * them. `symbols`: those that it trades, its own one first.
 */
export function startOf(
  session: SessionStart,
  [symbol, ...others]: LiveSymbols,
  orders: readonly EarlierOrder[],
): RunStart {
  const holdings = others.map((other) => holdingIn(other, session, orders, positionOf(session, other)));
  const { position, fills } = holdingIn(symbol, session, orders, session.runPosition);
  return {
    position,
    fills,
    ...(holdings.length > 0 && { otherHoldings: holdings }),
    brackets: bracketsAt(session.fromMs, orders),
  };
}

const positionOf = ({ otherPositions = [] }: SessionStart, symbol: string): number =>
  otherPositions.find((held) => held.symbol === symbol)?.position ?? 0;

/** What a run held of a symbol when a session began. `runPosition`: when the run began. */
function holdingIn(
  symbol: string,
  { fromMs, runFromMs }: SessionStart,
  orders: readonly EarlierOrder[],
  runPosition: number,
): SymbolHolding {
  const fills = orders
    .flatMap(({ view, executions }) =>
      executions
        .filter(({ timeMs }) => timeMs < fromMs)
        .flatMap((execution) =>
          fillsInSymbol({ ...execution, side: view.side, symbol: view.symbol }, symbol).map((fill) => ({
            ...fill,
            serial: execution.serial,
            timeMs: execution.timeMs,
          })),
        ),
    )
    .toSorted((fill, other) => fill.serial - other.serial);
  const sinceStart = fills
    .filter(({ timeMs }) => timeMs >= runFromMs)
    .reduce((sum, { side, quantity }) => sum + (side === 'Buy' ? quantity : -quantity), 0);
  return {
    symbol,
    position: runPosition + sinceStart,
    fills: fills.map(({ side, quantity, priceE4, liquidity }): EarlierFill => ({
      side,
      quantity,
      price: fromE4(priceE4),
      liquidity,
    })),
  };
}

/** An exit that worked at a moment, and the shares that it still had to close. */
interface WorkingExit {
  readonly order: EarlierOrder;
  readonly quantity: number;
}

function bracketsAt(timeMs: number, orders: readonly EarlierOrder[]): EarlierBracket[] {
  const byGroup = new Map<string, WorkingExit[]>();
  for (const order of orders) {
    const { exit, view, executions } = order;
    if (exit === undefined || exit.name === 'Surplus' || view.createdMs >= timeMs) continue;
    if (view.completedMs !== null && view.completedMs < timeMs) continue;
    const filled = executions
      .filter((execution) => execution.timeMs < timeMs)
      .reduce((sum, { quantity }) => sum + quantity, 0);
    if (view.quantity - filled <= 0) continue;
    byGroup.set(exit.groupId, [
      ...(byGroup.get(exit.groupId) ?? []),
      { order, quantity: view.quantity - filled },
    ]);
  }
  return [...byGroup.values()].map(bracketOf);
}

const priceAt = (amountE4: PriceE4 | undefined): ExitPlan['target'] =>
  amountE4 === undefined ? null : { basis: 'Price', amountE4 };
const trailOf = (stop: EarlierOrder | undefined): ExitPlan['trail'] => stop?.exit?.group?.trail ?? null;

/** The exits stand where their orders stand, so the price of the entry does not matter for them: a trail has its own. */
function bracketOf(exits: readonly WorkingExit[]): EarlierBracket {
  const find = (name: 'Target' | 'Stop'): EarlierOrder | undefined =>
    exits.find(({ order }) => order.exit?.name === name)?.order;
  const [target, stop] = [find('Target'), find('Stop')];
  const targetE4 = target?.view.priceE4;
  const stopE4 = stop && (stop.view.workingStopE4 || stop.view.stopPriceE4);
  return {
    symbol: exits[0]?.order.view.symbol,
    side: exits[0]?.order.view.side === 'Buy' ? 'Short' : 'Buy',
    quantity: Math.max(...exits.map(({ quantity }) => quantity)),
    fillPrice: fromE4(entryPriceE4(target ?? stop) || targetE4 || stopE4 || 0),
    plan: { target: priceAt(targetE4), stop: priceAt(stopE4), trail: trailOf(stop) },
    exits: {
      target: target && { price: fromE4(target.view.priceE4) },
      stop: stop && { stop: fromE4(stopE4 ?? 0) },
    },
  };
}

/** Average fill price of the entry of an exit; 0 when the account has its group no more. */
function entryPriceE4(exit: EarlierOrder | undefined): PriceE4 {
  const entry = exit?.exit?.group?.orders[0];
  return entry === undefined || entry.filled === 0 ? 0 : Math.round(entry.filledValueE4 / entry.filled);
}
