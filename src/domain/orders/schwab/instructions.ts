import type { OrderSide, OrderSource } from '../enumerations.ts';

/** Schwab's instructions for stocks. */
export const STOCK_INSTRUCTIONS = ['BUY', 'SELL', 'SELL_SHORT', 'BUY_TO_COVER'] as const;
/** Schwab's instructions for options. */
export const OPTION_INSTRUCTIONS = ['BUY_TO_OPEN', 'BUY_TO_CLOSE', 'SELL_TO_OPEN', 'SELL_TO_CLOSE'] as const;
/** An instruction of a Schwab order leg. */
export type Instruction = (typeof STOCK_INSTRUCTIONS)[number] | (typeof OPTION_INSTRUCTIONS)[number];

/** The broker's instruction for a side and source (spec platform.md §5); undefined for a pair that makes no sense. */
export function instructionOf(
  side: OrderSide,
  source: OrderSource,
  isOption: boolean,
): Instruction | undefined {
  if (isOption) {
    if (side === 'Buy') return source === 'Open' ? 'BUY_TO_OPEN' : 'BUY_TO_CLOSE';
    return side === 'Short' || source === 'Open' ? 'SELL_TO_OPEN' : 'SELL_TO_CLOSE';
  }
  switch (side) {
    case 'Buy':
      return source === 'Open' ? 'BUY' : source === 'Cover' ? 'BUY_TO_COVER' : undefined;
    case 'Sell':
      return 'SELL';
    case 'Short':
      return 'SELL_SHORT';
  }
}

/** Side and source of an instruction read back. One of an unknown name is judged by its first word and the leg's position effect. */
export function sideOfInstruction(
  instruction: string,
  positionEffect: string | undefined,
): { readonly side: OrderSide; readonly source: OrderSource } | undefined {
  switch (instruction) {
    case 'BUY':
      return { side: 'Buy', source: positionEffect === 'CLOSING' ? 'Cover' : 'Open' };
    case 'BUY_TO_COVER':
    case 'BUY_TO_CLOSE':
      return { side: 'Buy', source: 'Cover' };
    case 'BUY_TO_OPEN':
      return { side: 'Buy', source: 'Open' };
    case 'SELL':
    case 'SELL_TO_CLOSE':
      return { side: 'Sell', source: 'Close' };
    case 'SELL_SHORT':
    case 'SELL_SHORT_EXEMPT':
    case 'SELL_TO_OPEN':
      return { side: 'Short', source: 'Open' };
    default:
      return undefined;
  }
}
