import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { isSameTicket } from './offered-ticket.ts';
import { withSymbol, type Ticket } from './ticket.ts';

/** What the symbol field shows, and what typing in it does. */
interface SymbolField {
  readonly value: string;
  onChange(text: string): void;
  onBlur(): void;
  onKeyDown(event: KeyboardEvent): void;
}

/** The ticket as it is being filled in. */
export interface TicketForm {
  /** The form of the ticket on the page. */
  readonly element: RefObject<HTMLFormElement | null>;
  readonly ticket: Ticket;
  change(part: Partial<Ticket>): void;
  /** Of the symbol field. Its text becomes the ticket's symbol when the field is left, or by Enter. */
  readonly symbolField: SymbolField;
  /** The symbol field was typed in and not left since. */
  readonly isSymbolTyped: boolean;
  /** Takes the text of the symbol field; returns the ticket, the same object when the symbol is unchanged. */
  enterSymbol(): Ticket;
  /** Send was pressed: empty fields show what is missing. */
  readonly isTried: boolean;
  setTried(isTried: boolean): void;
  /** Puts another ticket in place of this one, which counts as not typed where it agrees with `begun`; `begun` is the ticket itself unless given. */
  begin(ticket: Ticket, begun?: Ticket): void;
  /** What the ticket was begun with, or the order that was sent from it last. */
  begun(): Ticket;
  /** The user has typed something that is not sent. */
  isEdited(): boolean;
  /** The ticket was sent as an order: nothing of it is unsent. A ticket that was changed since stays edited. */
  settle(sent: Ticket): void;
}

export interface TicketFormOptions {
  readonly initial: Ticket;
  /** The ticket of this window before it went off screen. */
  readonly kept: Ticket | undefined;
  /** What the ticket was begun with; undefined = with what it shows first. */
  readonly begun?: Ticket | undefined;
  /** A replacement keeps its symbol. */
  readonly isLocked: boolean;
  readonly onSymbol: ((symbol: string) => void) | undefined;
}

/** Fields of a ticket. Another symbol clears its prices, which were about the symbol before. */
export function useTicketForm(options: TicketFormOptions): TicketForm {
  const { initial, kept, isLocked, onSymbol } = options;
  const element = useRef<HTMLFormElement>(null);
  const [ticket, setTicket] = useState(kept ?? initial);
  const [symbolText, setSymbolText] = useState(initial.symbol);
  const [isSymbolTyped, setSymbolTyped] = useState(false);
  const [isTried, setTried] = useState(false);
  const begun = useRef(options.begun ?? ticket);
  /** A function of an earlier render, such as that of an order that waits, acts on the present ticket. */
  const latest = useRef(ticket);
  useLayoutEffect(() => {
    latest.current = ticket;
  });
  // A linked window sent another symbol: the rest of the ticket stays.
  useEffect(() => {
    setSymbolText(initial.symbol);
    setTicket((before) => withSymbol(before, initial.symbol));
  }, [initial.symbol]);
  const enterSymbol = (): Ticket => {
    setSymbolTyped(false);
    const symbol = symbolText.trim().toUpperCase();
    if (symbol === ticket.symbol || isLocked) return ticket;
    const next = withSymbol(ticket, symbol);
    setSymbolText(symbol);
    setTicket(next);
    if (symbol !== '') onSymbol?.(symbol);
    return next;
  };
  return {
    element,
    ticket,
    change: (part) => setTicket((before) => ({ ...before, ...part })),
    symbolField: {
      value: symbolText,
      onChange(text) {
        setSymbolText(text.toUpperCase());
        setSymbolTyped(true);
      },
      onBlur: enterSymbol,
      onKeyDown(event) {
        if (event.key !== 'Enter' || !isSymbolTyped) return;
        // Shows the market of the symbol, also where the button is disabled. A submit would send the order by the same press.
        event.preventDefault();
        enterSymbol();
      },
    },
    isSymbolTyped,
    enterSymbol,
    isTried,
    setTried,
    begin(next, nextBegun = next) {
      begun.current = nextBegun;
      setTicket(next);
      setTried(false);
      if (next.symbol === latest.current.symbol) return;
      setSymbolText(next.symbol);
      setSymbolTyped(false);
    },
    begun: () => begun.current,
    isEdited: () =>
      !isSameTicket(ticket, begun.current) ||
      (isSymbolTyped && symbolText.trim().toUpperCase() !== ticket.symbol),
    settle(sent) {
      if (latest.current === sent) begun.current = sent;
    },
  };
}
