import { useEffect, useRef, useState } from 'react';
import { Button } from '../../src/ui/index.ts';
import type { HeldOrder } from './held-orders.ts';
import styles from './HeldBar.module.css';
import type { TicketHold } from './use-ticket-hold.ts';

/** How often the countdown is written, ms. */
const REFRESH_MS = 200;

/** Whole seconds until the order is sent. */
function useSecondsLeft({ sendsAtMs }: HeldOrder): number {
  const [nowMs, setNowMs] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(performance.now()), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((sendsAtMs - nowMs) / 1000));
}

/** The order of a ticket that waits, with what undoes it and what sends it now. Escape undoes it wherever the focus is. */
export function HeldBar({ held, hold }: { readonly held: HeldOrder; readonly hold: TicketHold }) {
  const bar = useRef<HTMLDivElement>(null);
  const seconds = useSecondsLeft(held);
  const { undo } = hold;
  useEffect(() => {
    const host = bar.current?.ownerDocument.defaultView;
    // Before anything else: a dialog would close by the same key.
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      undo();
    };
    host?.addEventListener('keydown', onKey, { capture: true });
    return () => host?.removeEventListener('keydown', onKey, { capture: true });
  }, [undo]);
  return (
    <div ref={bar} className={styles.bar} role="group" aria-label="Waiting order">
      <p className={styles.text} role="status">
        <strong>Not sent yet:</strong> {held.text}. A page that is closed does not send it.
      </p>
      <span className={styles.left} aria-hidden>
        {seconds} s
      </span>
      <Button onClick={hold.undo}>Undo</Button>
      <Button tone="primary" onClick={hold.sendNow}>
        Send now
      </Button>
    </div>
  );
}
