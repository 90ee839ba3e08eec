import { useState, type ReactNode } from 'react';
import styles from './Components.module.css';

/** A component of the design system in one state. */
export interface SpecimenState {
  /** What is special about it: `disabled`, `with an error`. */
  readonly name: string;
  readonly content: ReactNode;
  /** Takes a row of its own. */
  readonly isWide?: boolean;
}

/** A component of the design system with its states. */
export interface Specimen {
  /** Its name in `src/ui`. */
  readonly component: string;
  /** When to use it. */
  readonly use: string;
  readonly states: readonly SpecimenState[];
}

/** Keeps a value that a control changes. */
export function Held<Value>({
  initial,
  children,
}: {
  readonly initial: Value;
  readonly children: (value: Value, change: (value: Value) => void) => ReactNode;
}) {
  const [value, setValue] = useState(initial);
  return children(value, setValue);
}

/** The states of a component, each with its name. */
export function SpecimenView({ specimen: { component, use, states } }: { readonly specimen: Specimen }) {
  return (
    <section className={styles.specimen} aria-labelledby={`specimen-${component}`}>
      <h3 id={`specimen-${component}`}>
        <code>{component}</code>
      </h3>
      <p className={styles.use}>{use}</p>
      <div className={styles.states}>
        {states.map(({ name, content, isWide = false }) => (
          <div key={name} className={styles.state} data-wide={isWide}>
            <div className={styles.stateName}>{name}</div>
            <div className={styles.stateContent}>{content}</div>
          </div>
        ))}
      </div>
    </section>
  );
}
