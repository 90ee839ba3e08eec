import type { ToolPlatform } from '../../src/plugin-api/index.ts';
import type { StatusLine } from './status-lines.ts';
import type { Ticket } from './ticket.ts';

/** What an Order Entry window goes on with when it comes back on screen: the ticket, and what became of the orders sent from it. */
export interface KeptTicket {
  readonly ticket: Ticket;
  readonly lines: readonly StatusLine[];
  /** Client ids of the orders sent from here. */
  readonly sent: readonly string[];
  /** Key of the newest report of the log that the lines are up to; null while there was none. */
  readonly heard: string | null;
  /** The order sent last, with the ticket it was made of; `clientId` is empty once the server has answered. */
  readonly unanswered: {
    readonly ticket: Ticket;
    readonly clientId: string;
    readonly sentAtMs: number;
  } | null;
}

export interface TicketMemory {
  load(): KeptTicket | null;
  store(kept: KeptTicket): void;
}

type Owner = Pick<ToolPlatform, 'session' | 'tradingApi'>;
const memories = new WeakMap<object, Map<string, { readonly owner: string; readonly kept: KeptTicket }>>();

/** Whose orders the ticket would be: nobody finds the ticket of another user or account. */
function ownerOf({ session, tradingApi }: Owner): string {
  const { userId, account } = session.get();
  const { api, tradingAccount } = tradingApi.get();
  return JSON.stringify([userId, account, api, tradingAccount]);
}

/**
 * The ticket of one window, kept while the page lives. A window is taken down whenever another workspace or page is in
 * front; a ticket that came back as the default one would send another order than the one that was filled in.
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

/** At the end of a session nothing of it is kept. */
export function forgetTickets(platform: object): void {
  memories.delete(platform);
}
