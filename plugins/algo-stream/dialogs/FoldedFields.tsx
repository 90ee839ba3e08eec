import { useState, type ReactNode } from 'react';
import styles from './StrategyForms.module.css';

interface FoldedFieldsProps {
  readonly title: string;
  /** Open at first: some of the fields are set. */
  readonly isSet: boolean;
  readonly hasProblem: boolean;
  readonly children: ReactNode;
}

/** Fields of a form that are closed until they are wanted: they open by themselves when they are set, or wrong. */
export function FoldedFields({ title, isSet, hasProblem, children }: FoldedFieldsProps) {
  const [isOpen, setOpen] = useState(isSet);
  return (
    <details
      className={styles.costs}
      open={isOpen || hasProblem}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      {/* The browser closes it by itself, whatever `open` says: a problem must stay in view. */}
      <summary onClick={(event) => hasProblem && event.preventDefault()}>{title}</summary>
      {children}
    </details>
  );
}
