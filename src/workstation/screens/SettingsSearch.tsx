import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { TextField } from '../../ui/index.ts';
import styles from './Settings.module.css';
import { SettingsQuery } from './settings-search.ts';

/** The settings below a field that searches them. Escape in the field clears it first. */
export function SettingsSearch({ children }: { readonly children: ReactNode }) {
  const [query, setQuery] = useState('');
  const [count, setCount] = useState(0);
  const rows = useRef<HTMLDivElement>(null);
  useEffect(() => {
    setCount(rows.current?.querySelectorAll('[data-setting]:not([hidden])').length ?? 0);
  }, [query]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') event.preventDefault();
    if (event.key !== 'Escape' || query === '') return;
    event.stopPropagation();
    setQuery('');
  };
  return (
    <>
      <div className={styles.search}>
        <TextField
          type="search"
          label="Search settings"
          isLabelHidden
          placeholder="Search settings"
          autoComplete="off"
          value={query}
          onChange={setQuery}
          onKeyDown={onKeyDown}
        />
        <p className={styles.hint} role="status">
          {query.trim() === '' ? '' : count === 0 ? 'No setting has all these words.' : `${count} found`}
        </p>
      </div>
      <SettingsQuery value={query}>
        <div ref={rows} className={styles.settings}>
          {children}
        </div>
      </SettingsQuery>
    </>
  );
}
