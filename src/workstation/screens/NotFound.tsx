import { Link } from 'react-router-dom';
import { Brand, Card, Heading, Screen } from './parts.tsx';
import styles from './Screens.module.css';

/** The page of an address that leads nowhere. */
export function NotFound() {
  return (
    <Screen>
      <Card>
        <Brand />
        <div>
          <Heading title="No such page">404: there is no such page</Heading>
          <p className={styles.muted}>The address may be mistyped.</p>
        </div>
        <Link to="/workspace">Back to Platform</Link>
      </Card>
    </Screen>
  );
}
