import { useCallback, useEffect, useRef, useState } from 'react';
import type { OwnSession } from '../../../client/types.ts';
import { useDesk } from '../../desk-context.ts';
import styles from '../Screens.module.css';
import { EndSessions } from './EndSessions.tsx';
import { Row, Section } from './page-parts.tsx';
import { sessionName, sessionWords } from './session-words.ts';

/** Sessions of the user, and a way to end them. */
export function Sessions() {
  const { ownSessions } = useDesk().platform;
  const [sessions, setSessions] = useState<readonly OwnSession[] | null>(null);
  const [error, setError] = useState<string | null>(null);
  /** What is about to be ended. */
  const [asked, setAsked] = useState<OwnSession | 'others' | null>(null);
  const [said, setSaid] = useState('');
  const status = useRef<HTMLParagraphElement>(null);
  const isGone = useRef(false);
  const load = useCallback(async () => {
    const outcome = await ownSessions.list().then(
      (items) => ({ items }),
      (cause: unknown) => ({ message: cause instanceof Error ? cause.message : String(cause) }),
    );
    if (isGone.current) return null;
    if ('items' in outcome) setSessions(outcome.items);
    setError('items' in outcome ? null : outcome.message);
    return 'items' in outcome ? outcome.items : null;
  }, [ownSessions]);
  useEffect(() => {
    isGone.current = false;
    void load();
    return () => {
      isGone.current = true;
    };
  }, [load]);
  // The button that was pressed went with its session: the focus goes on from what is said of it, not from the top of the page.
  useEffect(() => {
    if (said === '') return undefined;
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) status.current?.focus();
    }, 150);
    return () => clearTimeout(timer);
  }, [said, sessions]);
  const ask = (what: OwnSession | 'others') => {
    setSaid('');
    setAsked(what);
  };
  const close = async (isDone: boolean) => {
    if (isDone) setSaid(asked === 'others' ? 'All other sessions were ended.' : 'The session was ended.');
    setAsked(null);
    // What it says now may have changed, whether anything was ended or not.
    const standing = await load();
    if (
      !isDone &&
      asked !== null &&
      asked !== 'others' &&
      standing?.every(({ id }) => id !== asked.id) === true
    )
      setSaid('The session has already ended.');
  };
  const hasOthers = sessions?.some((session) => !session.isThis) ?? false;
  return (
    <>
      <Section
        id="profile-sessions"
        title="Sessions"
        action={
          hasOthers ? (
            <button type="button" className={styles.linkButton} onClick={() => ask('others')}>
              End all others
            </button>
          ) : undefined
        }
        foot={
          <p ref={status} className={styles.muted} role="status" tabIndex={-1}>
            {said}
          </p>
        }
      >
        {sessions === null ? (
          <Row name="Signed in">{error === null ? 'Loading...' : null}</Row>
        ) : (
          sessions.map((session) => (
            <Row
              key={session.id}
              name={session.browser}
              action={
                session.isThis ? undefined : (
                  <button
                    type="button"
                    className={styles.linkButton}
                    aria-label={`End the session of ${sessionName(session)}`}
                    onClick={() => ask(session)}
                  >
                    End
                  </button>
                )
              }
            >
              {sessionWords(session)}
            </Row>
          ))
        )}
        {error === null ? null : (
          <Row name="Error">
            <span className={styles.error} role="alert">{`The sessions could not be loaded. ${error}`}</span>{' '}
            <button type="button" className={styles.linkButton} onClick={() => void load()}>
              Try again
            </button>
          </Row>
        )}
      </Section>
      {asked === null ? null : asked === 'others' ? (
        <EndSessions
          title="End all other sessions"
          text="All other sessions are signed out at once, on every device."
          end={(password) => ownSessions.endOthers(password)}
          onClose={(isDone) => void close(isDone)}
        />
      ) : (
        <EndSessions
          title="End session"
          text={`${sessionName(asked)}: it is signed out at once.`}
          end={(password) => ownSessions.end(asked.id, password)}
          onClose={(isDone) => void close(isDone)}
        />
      )}
    </>
  );
}
