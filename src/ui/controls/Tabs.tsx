import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import styles from './Tabs.module.css';

/** One tab, and what it shows. */
export interface TabItem<Id extends string> {
  readonly id: Id;
  readonly label: string;
  /** A number shown beside the label. */
  readonly count?: number;
  readonly content: ReactNode;
}
/** The properties of `Tabs`. */
export interface TabsProps<Id extends string> {
  readonly label: string;
  readonly value: Id;
  readonly items: readonly TabItem<Id>[];
  readonly onChange: (id: Id) => void;
  /** Controls at the right end of the tab row. */
  readonly extra?: ReactNode;
}

/** Tabs of a window. Only the chosen panel is mounted. */
export function Tabs<Id extends string>({ label, value, items, onChange, extra }: TabsProps<Id>) {
  return (
    // The values handed out are the ids of `items`, so what comes back is one of them.
    <Base.Root value={value} onValueChange={(next) => onChange(next as Id)} className={styles.root}>
      <div className={styles.head}>
        <Base.List className={styles.list} aria-label={label} activateOnFocus>
          {items.map((item) => (
            <Base.Tab key={item.id} value={item.id} className={styles.tab}>
              {item.label}
              {item.count === undefined ? null : <span className={styles.count}>{item.count}</span>}
            </Base.Tab>
          ))}
        </Base.List>
        {/* Beside the tabs, not among them: a list of tabs holds nothing else. */}
        {extra === undefined ? null : <div className={styles.extra}>{extra}</div>}
      </div>
      {items.map((item) => (
        <Base.Panel key={item.id} value={item.id} className={styles.panel}>
          {item.content}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
