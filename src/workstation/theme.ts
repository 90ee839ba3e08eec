import type { SettingsStore } from '../client/types.ts';

/** Puts the look of the settings on the document, and an echo of it where `theme.js` finds it before the next first paint. */
export function followSettings(settings: SettingsStore): () => void {
  return settings.subscribe(() => {
    const { theme, density, pricePalette: palette } = settings.get();
    Object.assign(document.documentElement.dataset, { theme, density, palette });
    try { localStorage.setItem('tapedeck.look', JSON.stringify({ theme, density, palette })); } catch { /* Blocked storage only costs a flash of the default look. */ }
  });
}
