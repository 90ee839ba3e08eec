import type { SettingsStore, UserSettings } from '../client/types.ts';

/**
 * Applies theme, density and price palette of the settings to the document, and copies them to local storage, from which open help
 * pages and `theme.js` (before the next first paint) read them. On leaving the page the copy returns to the saved settings, so that
 * a preview does not outlive the page.
 */
export function followSettings(settings: Pick<SettingsStore, 'get' | 'subscribe' | 'saved'>): () => void {
  let hasCopied = false;
  const copy = ({ theme, density, pricePalette: palette }: UserSettings): void => {
    hasCopied = true;
    try {
      localStorage.setItem('tapedeck.look', JSON.stringify({ theme, density, palette }));
    } catch {
      /* With blocked storage the next page shows the default theme until its settings are loaded. */
    }
  };
  const unsubscribe = settings.subscribe(() => {
    const { theme, density, pricePalette: palette } = settings.get();
    Object.assign(document.documentElement.dataset, { theme, density, palette });
    copy(settings.get());
  });
  // Until this page has applied settings, the copy is that of an earlier page and is kept.
  const leave = () => {
    if (hasCopied) copy(settings.saved.get());
  };
  addEventListener('pagehide', leave);
  return () => {
    unsubscribe();
    removeEventListener('pagehide', leave);
  };
}
