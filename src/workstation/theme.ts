import type { SettingsStore, UserSettings } from '../client/types.ts';

/**
 * Puts the look of the settings on the document, and an echo of it where open help pages hear of it. A look that is only tried
 * out ends with the page: what stays there, for `theme.js` to find before the next first paint, is the saved one.
 */
export function followSettings(settings: Pick<SettingsStore, 'get' | 'subscribe' | 'saved'>): () => void {
  let hasEcho = false;
  const echo = ({ theme, density, pricePalette: palette }: UserSettings): void => {
    hasEcho = true;
    try {
      localStorage.setItem('tapedeck.look', JSON.stringify({ theme, density, palette }));
    } catch {
      /* Blocked storage only costs a flash of the default look. */
    }
  };
  const stopHearing = settings.subscribe(() => {
    const { theme, density, pricePalette: palette } = settings.get();
    Object.assign(document.documentElement.dataset, { theme, density, palette });
    echo(settings.get());
  });
  // Before anybody's settings were shown the echo is that of an earlier page, and stands.
  const leave = () => {
    if (hasEcho) echo(settings.saved.get());
  };
  addEventListener('pagehide', leave);
  return () => {
    stopHearing();
    removeEventListener('pagehide', leave);
  };
}
