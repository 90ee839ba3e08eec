import { Field } from '@base-ui/react/field';
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './Field.module.css';

interface FieldRootProps {
  readonly error: string | null;
  /** Keeps a line free for the message, so that the form does not grow when it appears. */
  readonly hasErrorLine: boolean | undefined;
  readonly name?: string | undefined;
  readonly children: ReactNode;
}

/** The frame of a labelled field with its message. */
export function FieldRoot({ error, hasErrorLine, name, children }: FieldRootProps) {
  return (
    <Field.Root
      className={classNames(styles.field, hasErrorLine === true && styles.reserved)}
      invalid={error !== null}
      {...(name === undefined ? {} : { name })}
    >
      {children}
    </Field.Root>
  );
}
