import {
  actsAtOnceText,
  figureSymbol,
  figureChange,
  groupMarks,
  isWaitingFigure,
  readMarket,
  type CommandArguments,
  sendFigureChange,
  type FigureChange,
  type ToolPlatform,
  type WaitingFigure,
  type WireOrderGroup,
} from '../../src/plugin-api/index.ts';
import { formatPrice } from '../../src/domain/columns/index.ts';
import { holdOrSend, report, staleProblem, symbolBlock, type AtOnce } from './send-at-once.ts';

const GONE_TEXT = 'This figure cannot be changed any more: it was used, or its group has ended.';
const FAILURE = 'Not moved';

/** A figure of a group, and where it is to be. */
interface FigureMove {
  readonly groupId: string;
  readonly figure: WaitingFigure;
  /** Dollars. */
  readonly price: number;
}

/** The arguments of a move; null when they state none. */
function moveOf({ groupId, figure, price }: CommandArguments): FigureMove | null {
  if (typeof groupId !== 'string' || typeof price !== 'number' || !(price > 0)) return null;
  return isWaitingFigure(figure) ? { groupId, figure, price } : null;
}

/** The group and the change that moves its figure now; null when the figure is used or the group has ended. */
function changeOf(
  { groups }: Pick<ToolPlatform, 'groups'>,
  { groupId, figure, price }: FigureMove,
): { readonly group: WireOrderGroup; readonly change: FigureChange } | null {
  const group = groups.get().groups.get(groupId);
  const change = group === undefined ? null : figureChange(group, figure, price);
  return group === undefined || change === null ? null : { group, change };
}

/** `Move to 102.00: Buy 100 MKT if AAPL last ≥ 101.00 · G1`. */
function moveText(platform: ToolPlatform, { groupId, figure, price }: FigureMove, symbol: string): string {
  const marks = groupMarks(platform.groups.get(), platform.orders.get().orders, symbol);
  const mark = marks.find((each) => each.groupId === groupId && each.figure === figure);
  return `Move to ${formatPrice(price)}: ${mark?.label ?? groupId}`;
}

/**
 * Moves a figure of a group that it has not used yet without a dialog, by the rules of a move of an order: it is refused on a stale quote, and where it would act at
 * once; and it may be held. Arguments: groupId; figure; price, dollars. What was not moved is shown.
 */
export async function moveFigureAtOnce(platform: ToolPlatform, args: CommandArguments): Promise<AtOnce> {
  const failed = (message: string): 'not sent' => {
    report(platform, FAILURE, message);
    return 'not sent';
  };
  const move = moveOf(args);
  const change = move === null ? null : changeOf(platform, move);
  if (move === null || change === null) return failed(GONE_TEXT);
  const symbol = figureSymbol(change.group, move.figure);
  const problem =
    symbolBlock(platform, change.group.Symbol ?? '') ??
    staleProblem(platform, symbol) ??
    actsAtOnceText(change.group, move.figure, move.price, readMarket(platform, symbol));
  if (problem !== null) return failed(problem);
  return holdOrSend(platform, {
    text: moveText(platform, move, symbol),
    failure: FAILURE,
    async send() {
      // It may have been used while the move was held.
      const present = changeOf(platform, move);
      if (present === null) {
        failed(GONE_TEXT);
        return false;
      }
      const result = await sendFigureChange(platform.groups, move.groupId, present.change);
      if (!result.ok) failed(result.message);
      return result.ok;
    },
  });
}
