import { Link } from 'react-router-dom';
import { useSessionState } from '../desk-context.ts';
import { InfoFrame } from '../help/index.ts';
import { Heading } from './parts.tsx';
import styles from './InfoPage.module.css';

/** The help pages on a page of their own, without sign-in. */
export function InfoPage({ topic, title }: { readonly topic: string; readonly title: string }) {
  const isIn = useSessionState().phase === 'logged-in';
  return (
    <main className={styles.info}>
      <div className={styles.infoHead}>
        <Heading>{title}</Heading>
        {isIn ? <Link to="/workspace">Back to Platform</Link> : <Link to="/start">Continue to Tapedeck</Link>}
      </div>
      <div className={styles.infoBody}>
        <InfoFrame key={topic} topic={topic} title={title} />
      </div>
    </main>
  );
}
