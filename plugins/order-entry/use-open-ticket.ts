import { useLayoutEffect, useRef } from 'react';
import type { OpenTicket } from './offered-ticket.ts';
import type { Ticket } from './ticket.ts';
import type { TicketForm } from './use-ticket-form.ts';

/** A ticket on the page, as the panel that it is in sees it. */
export interface TicketHandle {
  now(): OpenTicket;
  /** Puts another ticket in its place, as if it had been opened with it. The status of the orders sent from it stays. */
  begin(ticket: Ticket, begun: Ticket): void;
}

/** The panel of a ticket. */
export interface TicketSlot {
  /** What the ticket counts as begun with, when it comes from another browser window; undefined = with what it shows first. */
  readonly begun: Ticket | undefined;
  /** Gives the panel its ticket; returns the function that takes it away. */
  hold(handle: TicketHandle): () => void;
}

/** Lets a panel read and replace the ticket in it. */
export function useOpenTicket(slot: TicketSlot | undefined, form: TicketForm): void {
  const latest = useRef(form);
  useLayoutEffect(() => {
    latest.current = form;
  });
  useLayoutEffect(
    () =>
      slot?.hold({
        now: () => {
          const { ticket, begun, isEdited } = latest.current;
          return { ticket, begun: begun(), isEdited: isEdited() };
        },
        begin: (ticket, begun) => latest.current.begin(ticket, begun),
      }),
    [slot],
  );
}
