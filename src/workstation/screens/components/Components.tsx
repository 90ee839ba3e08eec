import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { Select } from '../../../ui/index.ts';
import { useSessionState } from '../../desk-context.ts';
import { Heading } from '../parts.tsx';
import styles from './Components.module.css';
import { SECTIONS } from './sections.ts';
import { SpecimenView } from './specimen.tsx';
import { Tokens } from './tokens.tsx';

const THEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;
type ThemeName = (typeof THEMES)[number]['value'];

/** The theme of the page while this component is there; what the user has set comes back after it. */
function usePageTheme(): readonly [theme: ThemeName, change: (theme: ThemeName) => void] {
  const [theme, setTheme] = useState<ThemeName>(() =>
    document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light',
  );
  useEffect(() => {
    const { dataset } = document.documentElement;
    const { theme: before } = dataset;
    dataset['theme'] = theme;
    return () => {
      if (before === undefined) delete dataset['theme'];
      else dataset['theme'] = before;
    };
  }, [theme]);
  return [theme, setTheme];
}

/** Every component of the design system with its states, for authors of tools. */
export function Components() {
  const [theme, setTheme] = usePageTheme();
  const isIn = useSessionState().phase === 'logged-in';
  return (
    <main className={styles.page}>
      <header className={styles.head}>
        <Heading>Components</Heading>
        <nav aria-label="Sections">
          {SECTIONS.map(({ id, title }) => (
            <a key={id} href={`#${id}`}>
              {title}
            </a>
          ))}
          <a href="#tokens">Colours and text</a>
        </nav>
        <Select label="Theme" isLabelHidden value={theme} options={THEMES} onChange={setTheme} />
        {isIn ? <Link to="/workspace">Back to Platform</Link> : <Link to="/start">Continue to Tapedeck</Link>}
      </header>
      {SECTIONS.map(({ id, title, specimens }) => (
        <section key={id} id={id} className={styles.section} aria-labelledby={`${id}-title`}>
          <h2 id={`${id}-title`}>{title}</h2>
          {specimens.map((specimen) => (
            <SpecimenView key={specimen.component} specimen={specimen} />
          ))}
        </section>
      ))}
      <section id="tokens" className={styles.section} aria-labelledby="tokens-title">
        <h2 id="tokens-title">Colours and text</h2>
        <Tokens />
      </section>
    </main>
  );
}
