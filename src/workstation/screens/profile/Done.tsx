import { Check } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './Profile.module.css';
import { BACK_TO_PROFILE, Page } from './page-parts.tsx';

interface DoneProps {
  readonly title: string;
  readonly text: string;
  /** What else may be done now. */
  readonly children?: ReactNode;
}

/** What stands in a form's place when its work is done; the next Enter leads back. */
export function Done({ title, text, children }: DoneProps) {
  const link = useRef<HTMLAnchorElement>(null);
  // The page's own heading takes the focus as it appears; this comes after it.
  useEffect(() => {
    const timer = setTimeout(() => link.current?.focus());
    return () => clearTimeout(timer);
  }, []);
  return (
    <Page title={title} back={BACK_TO_PROFILE}>
      <div className={styles.done}>
        <p role="status">
          <Check size={15} aria-hidden />
          {text}
        </p>
        {children}
        <Link ref={link} to={BACK_TO_PROFILE.to}>
          My profile
        </Link>
      </div>
    </Page>
  );
}
