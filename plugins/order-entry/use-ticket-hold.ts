import { useEffect, useId, useMemo, useRef } from 'react';
import { type ToolPlatform, useReadable } from '../../src/plugin-api/index.ts';
import { heldOrdersOf, holdMsOf, type HeldOrder } from './held-orders.ts';

const TICKET_CLOSED_TEXT = 'The ticket was closed.';
const WAITING_TEXT = 'The order before this one still waits. Undo it, or send it now.';

/** The order of a ticket that waits before it is sent. */
export interface TicketHold {
  readonly held: HeldOrder | null;
  /** Sends an order, after the time of the settings. While another order of the ticket waits, nothing is sent and the reason is shown. */
  readonly send: (text: string, send: () => void) => void;
  readonly sendNow: () => void;
  readonly undo: () => void;
}

/** Holds the orders of a ticket. A ticket that is closed undoes its order. `showRefusal` shows why nothing was sent. */
export function useTicketHold(platform: ToolPlatform, showRefusal: (message: string) => void): TicketHold {
  const orders = heldOrdersOf(platform);
  const ticketId = useId();
  const held = useReadable(orders, (all) => all.find((order) => order.ticketId === ticketId) ?? null);
  const show = useRef(showRefusal);
  useEffect(() => {
    show.current = showRefusal;
  });
  useEffect(
    () => () => {
      show.current = (message) => platform.dialogs.toast({ message, tone: 'warning', key: 'held-order' });
      const waiting = orders.get().find((order) => order.ticketId === ticketId);
      if (waiting !== undefined) orders.undo(waiting.id, TICKET_CLOSED_TEXT);
    },
    [orders, platform, ticketId],
  );
  return useMemo(
    () => ({
      held,
      send(text, send) {
        const holdMs = holdMsOf(platform);
        if (held !== null) return show.current(WAITING_TEXT);
        if (holdMs === 0) return send();
        orders.hold({
          text,
          ticketId,
          holdMs,
          send,
          onUndone: (reason) => show.current(`Not sent: ${text}. ${reason ?? 'You have undone it.'}`),
        });
      },
      sendNow: () => {
        if (held !== null) orders.sendNow(held.id);
      },
      undo: () => {
        if (held !== null) orders.undo(held.id);
      },
    }),
    [held, orders, platform, ticketId],
  );
}
