import { displaySymbol } from '../../src/domain/symbols/symbol.ts';
import { type ToolPlatform, useIsHalted, useReadable } from '../../src/plugin-api/index.ts';
import type { Ticket } from './ticket.ts';

/** A ticket, and where its order goes. */
export interface HaltedTicket {
  readonly ticket: Pick<Ticket, 'symbol' | 'attach'>;
  /** It replaces an order of the order server. */
  readonly isReplace: boolean;
  /** A new order goes to an external broker, whose rules for halts are its own. */
  readonly isExternal: boolean;
}

/** What becomes of the order of a ticket while trading in its symbol is halted. */
export function haltNotice({ ticket, isReplace, isExternal }: HaltedTicket): string {
  const symbol = displaySymbol(ticket.symbol);
  if (isReplace)
    return `${symbol} is halted. Until trading resumes, the order can be cancelled but not replaced.`;
  if (isExternal) return `${symbol} is halted. The broker decides whether it accepts orders now.`;
  if (ticket.attach === 'Conditional')
    return `${symbol} is halted. The server keeps an order that waits, and refuses it if ${symbol} is still halted when it is due.`;
  return `${symbol} is halted. New orders of every type are refused until trading resumes. Open orders stay.`;
}

/** The notice of a ticket whose symbol is halted now; null while the symbol trades. */
export function useHaltNotice(platform: ToolPlatform, ticket: Ticket, isReplace: boolean): string | null {
  const isHalted = useIsHalted(platform, ticket.symbol);
  const isExternal = useReadable(platform.tradingApi, ({ api }) => api === 'External');
  return isHalted ? haltNotice({ ticket, isReplace, isExternal }) : null;
}
