import type { ToolPlatform } from '../../src/plugin-api/index.ts';
import type { PriceReference } from './price-reference.ts';
import type { LastSent } from './send-guard.ts';
import type { StatusLine } from './status-lines.ts';
import type { Ticket } from './ticket.ts';

/** What an Order Entry window shows again when it comes back on screen: its ticket and the status of the orders sent from it. */
export interface KeptTicket {
  readonly ticket: Ticket;
  /** The market that the ticket was edited in. */
  readonly reference: PriceReference;
  readonly lines: readonly StatusLine[];
  /** Client ids of the orders sent from here. */
  readonly sent: readonly string[];
  /** Key of the newest report that `lines` include; null before the first. */
  readonly newestReport: string | null;
  readonly lastSent: LastSent | null;
}

export interface TicketMemory {
  load(): KeptTicket | null;
  store(kept: KeptTicket): void;
}

type Owner = Pick<ToolPlatform, 'session' | 'tradingApi'>;
const memories = new WeakMap<object, Map<string, { readonly owner: string; readonly kept: KeptTicket }>>();

/** User and account of the ticket: no other one finds it. */
function ownerOf({ session, tradingApi }: Owner): string {
  const { userId, account } = session.get();
  const { api, tradingAccount } = tradingApi.get();
  return JSON.stringify([userId, account, api, tradingAccount]);
}

/**
 * The ticket of one window, kept until the page is left. A window is unmounted whenever another workspace or page is in front; with the
 * default ticket in its place, Send would send another order than the one that was entered.
 */
export function ticketMemory(platform: Owner, windowId: string): TicketMemory {
  return {
    load() {
      const found = memories.get(platform)?.get(windowId);
      return found !== undefined && found.owner === ownerOf(platform) ? found.kept : null;
    },
    store(kept) {
      const ofWindows =
        memories.get(platform) ?? new Map<string, { readonly owner: string; readonly kept: KeptTicket }>();
      memories.set(platform, ofWindows.set(windowId, { owner: ownerOf(platform), kept }));
    },
  };
}

/** Forgets all tickets, at the end of a session. */
export function forgetTickets(platform: object): void {
  memories.delete(platform);
}
