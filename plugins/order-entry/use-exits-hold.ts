import { useRef, useState } from 'react';
import { type ToolPlatform, useOrders, useReadable } from '../../src/plugin-api/index.ts';
import { heldNow } from './closing-orders.ts';
import { cancelExits, holdingExits, type HoldingExits } from './held-by-exits.ts';
import type { Ticket } from './ticket.ts';
import type { PreviewState } from './use-preview.ts';
import type { Refusal } from './use-refusal.ts';

/** What a ticket offers when exits hold the shares of its sale. */
export interface ExitsHold extends HoldingExits {
  readonly isCancelling: boolean;
  /** Cancels the exits, waits until they have ended, then sends the ticket. */
  readonly cancelAndSell: () => void;
  /** Closes the whole position at market: the server cancels its exits first, in the same request. */
  readonly flatten: () => void;
}

/** The exits that hold the shares of the ticket's sale, and what can be done about them; null when none do. */
export function useExitsHold(
  platform: ToolPlatform,
  {
    ticket,
    preview,
    refusal,
    send,
  }: {
    readonly ticket: Ticket;
    readonly preview: PreviewState['preview'];
    readonly refusal: Refusal;
    readonly send: () => void;
  },
): ExitsHold | null {
  const groups = useReadable(platform.groups, (state) => state.groups);
  const held = useOrders(platform, () => heldNow(platform, ticket.symbol));
  const [isCancelling, setCancelling] = useState(false);
  const latest = useRef({ ticket, send });
  latest.current = { ticket, send };
  const holding = holdingExits(ticket, groups, held, preview);
  if (holding === null) return null;
  const cancelAndSell = async (): Promise<void> => {
    setCancelling(true);
    try {
      const problem = await cancelExits(platform, holding.groupIds, ticket);
      if (problem !== null) refusal.set(problem);
      else if (latest.current.ticket !== ticket)
        refusal.set('The exits are cancelled. The ticket was changed meanwhile: check it, then send it.');
      else latest.current.send();
    } finally {
      setCancelling(false);
    }
  };
  return {
    ...holding,
    isCancelling,
    cancelAndSell: () => void cancelAndSell(),
    flatten: () => void platform.commands.run('order.flatten', { symbol: ticket.symbol }),
  };
}
