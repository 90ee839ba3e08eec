import { useEffect, useRef, useState } from 'react';
import { OrderError, orderErrorMessage } from '../../src/domain/orders/errors.ts';
import { usePassingText } from '../../src/plugin-api/index.ts';
import { pressOnDoubt, type JudgedMarket, type OrderDoubt, type ShownDoubt } from './price-doubt.ts';
import { ANSWER_LIMIT_MS, GUARD_TEXTS, type SendGuard } from './send-guard.ts';
import type { Ticket } from './ticket.ts';
import type { PreviewState } from './use-preview.ts';

const NETWORK_ERROR = orderErrorMessage(OrderError.NetworkError);

/** Why the last press of Send sent no order. */
export interface Refusal {
  /** Null when an order was sent, or when the reason is over. */
  readonly text: string | null;
  /** Shows why the order was refused; null when it was sent. */
  readonly set: (message: string | null) => void;
  /** Shows why the ticket may not be meant as it is. A later press of the same ticket confirms it: false means that the order is not to be sent now. */
  readonly confirms: (press: PressOfSend) => boolean;
  /** Shows why the press was ignored. */
  readonly setGuard: (guard: SendGuard) => void;
}

/** A press of Send, with what the ticket is judged by. */
export interface PressOfSend {
  readonly market: JudgedMarket;
  /** The market when the ticket was edited last; null while it is unknown. */
  readonly reference: JudgedMarket | null;
  /** Of the page's monotonic clock, ms. */
  readonly nowMs: number;
  /** The doubt about the ticket in `market`, compared with an earlier one. */
  readonly doubtSince: (reference: JudgedMarket | null) => OrderDoubt | null;
}

/** What a message about a refusal depends on. */
interface RefusalFacts {
  readonly ticket: Ticket;
  readonly isConnected: boolean;
  readonly preview: PreviewState['preview'];
  /** Whether the server has reported about the order that was sent last. */
  readonly isAnswered: boolean;
}

/** Holds the message about the last press, until its reason is over or the ticket changes. */
export function useRefusal({ ticket, isConnected, preview, isAnswered }: RefusalFacts): Refusal {
  const [refusal, setRefusal] = useState<string | null>(null);
  const [guardText, showGuard] = usePassingText();
  const shownDoubt = useRef<ShownDoubt | null>(null);
  // A message is about the ticket it was shown for.
  useEffect(() => {
    setRefusal(null);
    showGuard(null);
  }, [ticket, showGuard]);
  // A network error is over once the connection is open, or the server answers again.
  useEffect(() => {
    if (isConnected || preview !== null) setRefusal((before) => (before === NETWORK_ERROR ? null : before));
  }, [isConnected, preview]);
  const isOver = guardText === GUARD_TEXTS.unanswered && isAnswered;
  return {
    text: (isOver ? null : guardText) ?? refusal,
    set(message) {
      // The next order from the same ticket is another decision.
      shownDoubt.current = null;
      setRefusal(message);
      showGuard(null);
    },
    confirms({ market, reference, nowMs, doubtSince }) {
      const press = pressOnDoubt(shownDoubt.current, { ticket, nowMs, reference }, doubtSince);
      if (press.press !== 'show') return press.press === 'send';
      const { whys, message } = press.doubt;
      shownDoubt.current = { ticket, whys, market, atMs: nowMs };
      setRefusal(`${message} Press again to send it.`);
      showGuard(null);
      return false;
    },
    setGuard: (guard) => showGuard(GUARD_TEXTS[guard], guard === 'unanswered' ? ANSWER_LIMIT_MS : undefined),
  };
}
