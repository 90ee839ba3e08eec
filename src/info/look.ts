const LOOK_KEY = 'tapedeck.look';

/** Puts the desk's look on this page. `theme.js` does the same before the first paint. */
function applyLook(text: string | null): void {
  if (text === null) return;
  try {
    const look: unknown = JSON.parse(text);
    if (typeof look !== 'object' || look === null || !('theme' in look)) return;
    if (look.theme === 'light' || look.theme === 'dark')
      document.documentElement.dataset['theme'] = look.theme;
  } catch {
    /* The key holds something else: keep the present theme. */
  }
}

/** Follows the theme of the desk while this page is open: the desk echoes its look into the storage of the browser. */
export function followLook(onChange: () => void): void {
  addEventListener('storage', (event) => {
    if (event.key !== LOOK_KEY) return;
    applyLook(event.newValue);
    onChange();
  });
}
