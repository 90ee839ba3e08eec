import { GroupError } from '../../errors.ts';
import type { BookGroup } from '../../groups/types.ts';
import { isOptionSymbol } from '../../../symbols/symbol.ts';
import { membersIn, reasonOf, type GroupAction, type PlannedGroup } from './action.ts';
import { earlierAction, isInScope } from './earlier.ts';
import { closingOrder } from './orders-of-group.ts';

/** Written options first: the longer options or shares that cover them are sold only once they are bought back. */
const STAGES: readonly ((symbol: string, quantity: number) => boolean)[] = [
  (symbol, quantity) => isOptionSymbol(symbol) && quantity < 0,
  (symbol, quantity) => isOptionSymbol(symbol) && quantity > 0,
  (symbol) => !isOptionSymbol(symbol),
];

/**
 * The next action for a flatten: ends groups and orders from before it, then closes positions by market order. Each symbol that was held is
 * closed once: a position that an order opens after the flatten is a new decision of the holder and stays.
 */
export const flattenAction = (planned: PlannedGroup): GroupAction | undefined =>
  earlierAction(planned, GroupError.Flattened) ?? closeAction(planned) ?? endAction(planned);

function closeAction({ group, book }: PlannedGroup): GroupAction | undefined {
  const sent = membersIn(group, 'Close');
  // The next stage waits for the orders of the one before it.
  if (sent.some(({ isOpen }) => isOpen)) {
    const open = sent
      .filter(({ isOpen }) => isOpen)
      .map(({ symbol, side }) => ({ symbol, quantity: side === 'Buy' ? -1 : 1 }));
    const stage = STAGES.findIndex((isOf) => open.some(({ symbol, quantity }) => isOf(symbol, quantity)));
    return nextClose(group, book, STAGES.slice(stage, stage + 1));
  }
  return nextClose(group, book, STAGES);
}

const isMeant = (group: BookGroup, symbol: string): boolean =>
  isInScope(group, symbol) && group.symbols.includes(symbol);

function nextClose(
  group: BookGroup,
  book: PlannedGroup['book'],
  stages: typeof STAGES,
): GroupAction | undefined {
  const sent = new Set(membersIn(group, 'Close').map(({ symbol }) => symbol));
  const positions = book.accounts.get(group.request.account)?.positions ?? new Map<string, never>();
  for (const isOfStage of stages)
    for (const [symbol, { quantity }] of positions)
      if (quantity !== 0 && !sent.has(symbol) && isMeant(group, symbol) && isOfStage(symbol, quantity))
        return {
          kind: 'send',
          order: closingOrder(book, group, { role: 'Close', symbol, shares: quantity }),
          link: { groupId: group.groupId, role: 'Close', index: 0 },
          isJudged: true,
        };
  return undefined;
}

function endAction({ group }: PlannedGroup): GroupAction | undefined {
  const closes = membersIn(group, 'Close');
  if (closes.some(({ isOpen }) => isOpen)) return undefined;
  const unfilled = closes.filter(({ filled, quantity }) => filled < quantity);
  return unfilled.length === 0
    ? { kind: 'end', state: 'Completed', code: 0 }
    : { kind: 'end', state: 'Failed', code: reasonOf(unfilled) || GroupError.PositionLeft };
}
