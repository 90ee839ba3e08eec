const THEME_KEY = 'tapedeck.look';

/** Applies the theme of the workstation to this page. `theme.js` does the same before the first paint. */
function applyTheme(text: string | null): void {
  if (text === null) return;
  try {
    const stored: unknown = JSON.parse(text);
    if (typeof stored !== 'object' || stored === null || !('theme' in stored)) return;
    if (stored.theme === 'light' || stored.theme === 'dark')
      document.documentElement.dataset['theme'] = stored.theme;
  } catch {
    /* The key holds something else: keep the present theme. */
  }
}

/** Follows the theme of the workstation while this page is open; the workstation writes it into the storage of the browser. */
export function followTheme(onChange: () => void): void {
  addEventListener('storage', (event) => {
    if (event.key !== THEME_KEY) return;
    applyTheme(event.newValue);
    onChange();
  });
}
