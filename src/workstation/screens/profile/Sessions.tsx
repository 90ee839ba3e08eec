import type { OwnSession } from '../../../client/types.ts';
import { useDesk } from '../../desk-context.ts';
import shared from '../Screens.module.css';
import styles from './Profile.module.css';
import { EndSessions } from './EndSessions.tsx';
import { Row, Section } from './page-parts.tsx';
import { sessionLabel, sessionName } from './session-labels.ts';
import { useOwnSessions, type OwnSessionsPage, type SessionsToEnd } from './use-own-sessions.ts';

/** The user's sessions, each with a button that ends it. */
export function Sessions() {
  const page = useOwnSessions();
  const hasOthers = page.sessions?.some((session) => !session.isThis) ?? false;
  return (
    <>
      <Section
        id="profile-sessions"
        title="Sessions"
        action={
          hasOthers ? (
            <button type="button" className={styles.linkButton} onClick={() => page.openDialog('others')}>
              End all others
            </button>
          ) : undefined
        }
        foot={
          <p ref={page.status} className={shared.muted} role="status" tabIndex={-1}>
            {page.message}
          </p>
        }
      >
        {page.sessions === null ? (
          <Row name="Signed in">{page.error === null ? 'Loading...' : null}</Row>
        ) : (
          page.sessions.map((session) => (
            <SessionRow key={session.id} session={session} onEnd={() => page.openDialog(session)} />
          ))
        )}
        {page.error === null ? null : <LoadError error={page.error} onRetry={page.reload} />}
      </Section>
      {page.toEnd === null ? null : <EndDialog toEnd={page.toEnd} onClose={page.closeDialog} />}
    </>
  );
}

function SessionRow({ session, onEnd }: { readonly session: OwnSession; readonly onEnd: () => void }) {
  return (
    <Row
      name={session.browser}
      action={
        session.isThis ? undefined : (
          <button
            type="button"
            className={styles.linkButton}
            aria-label={`End the session of ${sessionName(session)}`}
            onClick={onEnd}
          >
            End
          </button>
        )
      }
    >
      {sessionLabel(session)}
    </Row>
  );
}

function LoadError({ error, onRetry }: { readonly error: string; readonly onRetry: () => void }) {
  return (
    <Row name="Error">
      <span className={shared.error} role="alert">{`The sessions could not be loaded. ${error}`}</span>{' '}
      <button type="button" className={styles.linkButton} onClick={onRetry}>
        Try again
      </button>
    </Row>
  );
}

function EndDialog({
  toEnd,
  onClose,
}: {
  readonly toEnd: SessionsToEnd;
  readonly onClose: OwnSessionsPage['closeDialog'];
}) {
  const { ownSessions } = useDesk().platform;
  return toEnd === 'others' ? (
    <EndSessions
      title="End all other sessions"
      text="All other sessions are signed out at once, on every device."
      end={(password) => ownSessions.endOthers(password)}
      onClose={onClose}
    />
  ) : (
    <EndSessions
      title="End session"
      text={`${sessionName(toEnd)}: it is signed out at once.`}
      end={(password) => ownSessions.end(toEnd.id, password)}
      onClose={onClose}
    />
  );
}
