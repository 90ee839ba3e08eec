import type { ComponentType, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Button } from '../controls/Button.tsx';
import styles from './Feedback.module.css';

/** The properties of an `EmptyState`. */
export interface EmptyStateProps {
  readonly title: string;
  readonly text?: string;
  readonly icon?: ComponentType<{ size?: number | string }>;
  /** The first thing to do here. */
  readonly action?: ReactNode;
}

/** What a view shows when it has nothing: what this is and what to do first. */
export function EmptyState({ title, text, icon: Icon, action }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      {Icon ? (
        <span className={styles.icon} aria-hidden>
          <Icon size={22} />
        </span>
      ) : null}
      <div className={styles.title}>{title}</div>
      {text === undefined ? null : <div className={styles.text}>{text}</div>}
      {action === undefined ? null : <div className={styles.actions}>{action}</div>}
    </div>
  );
}

/** The properties of an `ErrorState`. */
export interface ErrorStateProps {
  /** What happened. */
  readonly title: string;
  /** What to do about it. */
  readonly text?: string;
  readonly onRetry?: () => void;
  readonly retryLabel?: string;
}

/** What a view shows when it failed. */
export function ErrorState({ title, text, onRetry, retryLabel = 'Try again' }: ErrorStateProps) {
  return (
    <div className={classNames(styles.state, styles.failed)} role="alert">
      <div className={styles.title}>{title}</div>
      {text === undefined ? null : <div className={styles.text}>{text}</div>}
      {onRetry === undefined ? null : (
        <div className={styles.actions}>
          <Button onClick={onRetry}>{retryLabel}</Button>
        </div>
      )}
    </div>
  );
}

/** Turns after 300 ms, so that quick waits do not blink. */
export function Spinner({ label = 'Loading' }: { readonly label?: string }) {
  return <span className={styles.spinner} role="status" aria-label={label} />;
}

const WIDTHS = [62, 40, 75, 52, 68, 46, 58, 71];

/** Grey rows in the place of rows to come. */
export function Skeleton({
  rows = 8,
  label = 'Loading',
}: {
  readonly rows?: number;
  readonly label?: string;
}) {
  return (
    <div className={styles.skeleton} role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={styles.line} aria-hidden>
          <span className={styles.bar} style={{ width: `${WIDTHS[index % WIDTHS.length] ?? 60}%` }} />
        </div>
      ))}
    </div>
  );
}
