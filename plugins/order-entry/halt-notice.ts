import { haltText } from '../../src/domain/symbols/halt-text.ts';
import { displaySymbol } from '../../src/domain/symbols/symbol.ts';
import { type ToolPlatform, useHaltReason, useReadable, useUnknownHalt } from '../../src/plugin-api/index.ts';
import type { Ticket } from './ticket.ts';

/** A ticket, and where its order goes. */
export interface HaltedTicket {
  readonly ticket: Pick<Ticket, 'symbol' | 'attach'>;
  /** It replaces an order of the order server. */
  readonly isReplace: boolean;
  /** A new order goes to an external broker, whose rules for halts are its own. */
  readonly isExternal: boolean;
  /** Why trading is halted; empty when that is unknown. */
  readonly reason: string;
}

/** What becomes of the order of a ticket while trading in its symbol is halted. */
export function haltNotice({ ticket, isReplace, isExternal, reason }: HaltedTicket): string {
  const symbol = displaySymbol(ticket.symbol);
  const state = `${symbol} ${haltText(reason)}.`;
  if (isReplace) return `${state} Until trading resumes, the order can be cancelled but not replaced.`;
  if (isExternal) return `${state} The broker decides whether it accepts orders now.`;
  if (ticket.attach === 'Conditional')
    return `${state} The server keeps an order that waits, and refuses it if ${symbol} is still halted when it is due.`;
  return `${state} New orders of every type are refused until trading resumes. Open orders stay.`;
}

/** The notice of a ticket whose symbol is halted now, or for all that is known; null while the symbol trades. */
export function useHaltNotice(platform: ToolPlatform, ticket: Ticket, isReplace: boolean): string | null {
  const reason = useHaltReason(platform, ticket.symbol);
  const isExternal = useReadable(platform.tradingApi, ({ api }) => api === 'External');
  const unknown = useUnknownHalt(platform, ticket.symbol);
  return reason === null ? unknown : haltNotice({ ticket, isReplace, isExternal, reason });
}
