import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { TextField } from '../../ui/index.ts';
import styles from './Settings.module.css';
import { SettingsQuery } from './settings-search.ts';

/** The settings below a field that searches them. It begins with the text of `?find=` in the address. Escape in the field clears it first. */
export function SettingsSearch({ children }: { readonly children: ReactNode }) {
  const [query, setQuery] = useState(useSearchParams()[0].get('find') ?? '');
  const [count, setCount] = useState(0);
  const rows = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const list = rows.current;
    if (list === null) return;
    const recount = () => setCount(list.querySelectorAll('[data-setting]:not([hidden])').length);
    recount();
    // The settings of tools come later.
    const observer = new MutationObserver(recount);
    observer.observe(list, { childList: true, subtree: true });
    return () => observer.disconnect();
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
