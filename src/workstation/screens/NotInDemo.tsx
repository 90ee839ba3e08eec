import { Link } from 'react-router-dom';
import { Heading } from './parts.tsx';
import styles from './Screens.module.css';

/** A page that a demo session may not use: says so, and leads back. */
export function NotInDemo({
  title,
  action,
  back,
}: {
  readonly title: string;
  readonly action: string;
  readonly back: { readonly to: string; readonly label: string };
}) {
  return (
    <main className={styles.page}>
      <div className={styles.column}>
        <Heading>{title}</Heading>
        <p role="alert">
          {action} is not supported during Demo Session. Sign in with an account of your own for that.
        </p>
        <div className={styles.row}>
          <Link to={back.to}>{back.label}</Link>
          <Link to="/workspace">Back to Platform</Link>
        </div>
      </div>
    </main>
  );
}
