import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';
import type { OwnSession } from '../../../client/types.ts';
import { useDesk } from '../../desk-context.ts';

/** The sessions that a dialog is about to end: one of them, or all but the present one. */
export type SessionsToEnd = OwnSession | 'others';

/** Loads the user's sessions when the page opens, and again with `load`, which returns null when it fails. */
function useSessionList() {
  const { ownSessions } = useDesk().platform;
  const [sessions, setSessions] = useState<readonly OwnSession[] | null>(null);
  const [error, setError] = useState<string | null>(null);
  const isUnmounted = useRef(false);
  const load = useCallback(async () => {
    const outcome = await ownSessions.list().then(
      (items) => ({ items }),
      (cause: unknown) => ({ message: cause instanceof Error ? cause.message : String(cause) }),
    );
    if (isUnmounted.current) return null;
    if ('items' in outcome) setSessions(outcome.items);
    setError('items' in outcome ? null : outcome.message);
    return 'items' in outcome ? outcome.items : null;
  }, [ownSessions]);
  useEffect(() => {
    isUnmounted.current = false;
    void load();
    return () => {
      isUnmounted.current = true;
    };
  }, [load]);
  return { sessions, error, load };
}

/**
 * Moves the focus to the status line when the focused element has left the page: ending a session removes its button, and keyboard
 * users would otherwise start again at the top.
 */
function useFocusOnStatus(message: string, sessions: readonly OwnSession[] | null) {
  const status = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (message === '') return undefined;
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) status.current?.focus();
    }, 150);
    return () => clearTimeout(timer);
  }, [message, sessions]);
  return status;
}

/** The page of the user's sessions: what it shows, and what its dialogs do. */
export interface OwnSessionsPage {
  /** Null until they are loaded. */
  readonly sessions: readonly OwnSession[] | null;
  /** Why they could not be loaded. */
  readonly error: string | null;
  /** The sessions that the open dialog is about; null while no dialog is open. */
  readonly toEnd: SessionsToEnd | null;
  /** Result of the last dialog; empty when there is nothing to report. */
  readonly message: string;
  readonly status: RefObject<HTMLParagraphElement | null>;
  reload(): void;
  openDialog(toEnd: SessionsToEnd): void;
  closeDialog(isDone: boolean): void;
}

/** State of the section of sessions: the list, the dialog that ends some of them, and the result. */
export function useOwnSessions(): OwnSessionsPage {
  const { sessions, error, load } = useSessionList();
  const [toEnd, setToEnd] = useState<SessionsToEnd | null>(null);
  const [message, setMessage] = useState('');
  const status = useFocusOnStatus(message, sessions);

  async function closeDialog(isDone: boolean) {
    if (isDone) setMessage(toEnd === 'others' ? 'All other sessions were ended.' : 'The session was ended.');
    setToEnd(null);
    // Reload also after Cancel: the session may have ended while the dialog was open.
    const current = await load();
    if (isDone || toEnd === null || toEnd === 'others' || current === null) return;
    if (current.every(({ id }) => id !== toEnd.id)) setMessage('The session has already ended.');
  }
  return {
    sessions,
    error,
    toEnd,
    message,
    status,
    reload: () => void load(),
    openDialog(next) {
      setMessage('');
      setToEnd(next);
    },
    closeDialog: (isDone) => void closeDialog(isDone),
  };
}
