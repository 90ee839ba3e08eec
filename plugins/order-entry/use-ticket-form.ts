import { type RefObject, useEffect, useRef, useState } from 'react';
import { withSymbol, type Ticket } from './ticket.ts';

/** The ticket as it is being filled in. */
export interface TicketForm {
  /** The form of the ticket on the page. */
  readonly element: RefObject<HTMLFormElement | null>;
  readonly ticket: Ticket;
  change(part: Partial<Ticket>): void;
  /** Text of the symbol field. It becomes the ticket's symbol when the field is left, or by Enter. */
  readonly symbolText: string;
  setSymbolText(text: string): void;
  /** The symbol field was typed in and not left since. */
  readonly isSymbolTyped: boolean;
  /** Takes the text of the symbol field; returns the ticket, the same object when the symbol is unchanged. */
  enterSymbol(): Ticket;
  /** Send was pressed: empty fields show what is missing. */
  readonly isTried: boolean;
  setTried(isTried: boolean): void;
}

export interface TicketFormOptions {
  readonly initial: Ticket;
  /** The ticket of this window before it went off screen. */
  readonly kept: Ticket | undefined;
  /** A replacement keeps its symbol. */
  readonly isLocked: boolean;
  readonly onSymbol: ((symbol: string) => void) | undefined;
}

/** Fields of a ticket. Another symbol clears its prices, which were about the symbol before. */
export function useTicketForm({ initial, kept, isLocked, onSymbol }: TicketFormOptions): TicketForm {
  const element = useRef<HTMLFormElement>(null);
  const [ticket, setTicket] = useState(kept ?? initial);
  const [symbolText, setSymbolText] = useState(initial.symbol);
  const [isSymbolTyped, setSymbolTyped] = useState(false);
  const [isTried, setTried] = useState(false);
  // A linked window sent another symbol: the rest of the ticket stays.
  useEffect(() => {
    setSymbolText(initial.symbol);
    setTicket((before) => withSymbol(before, initial.symbol));
  }, [initial.symbol]);
  return {
    element,
    ticket,
    change: (part) => setTicket((before) => ({ ...before, ...part })),
    symbolText,
    setSymbolText(text) {
      setSymbolText(text);
      setSymbolTyped(true);
    },
    isSymbolTyped,
    enterSymbol() {
      setSymbolTyped(false);
      const symbol = symbolText.trim().toUpperCase();
      if (symbol === ticket.symbol || isLocked) return ticket;
      const next = withSymbol(ticket, symbol);
      setSymbolText(symbol);
      setTicket(next);
      if (symbol !== '') onSymbol?.(symbol);
      return next;
    },
    isTried,
    setTried,
  };
}
