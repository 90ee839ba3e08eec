import { Link } from 'react-router-dom';
import { Brand, Card, Heading, Screen } from './parts.tsx';
import styles from './Screens.module.css';

/** The page at the end of a demo session. */
export function DemoExpired() {
  return (
    <Screen>
      <Card>
        <Brand />
        <div>
          <Heading>The demo has ended</Heading>
          <p className={styles.muted}>Start another one, or sign in with your account.</p>
        </div>
        <div className={styles.row}>
          <Link to="/welcome?demo">Start demo</Link>
          <Link to="/login">Sign in</Link>
        </div>
      </Card>
    </Screen>
  );
}
