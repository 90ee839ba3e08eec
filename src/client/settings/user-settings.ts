import * as v from 'valibot';
import type { UserSettings } from '../types.ts';

/** Ids of the tools that the toolbar offers to a new user. */
export const DEFAULT_TOOLBAR_ITEMS: readonly string[] = ['market-view', 'market-maker', 'market-screen', 'chart'];

export const DEFAULT_SETTINGS: UserSettings = { theme: 'light', showGettingStarted: true, toolbarItems: DEFAULT_TOOLBAR_ITEMS, density: 'normal', pricePalette: 'classic' };

/** Stored settings; a field that cannot be read falls back to its default and the others stay. */
const storedSettings = v.object({
  Theme: v.fallback(v.picklist(['light', 'dark']), DEFAULT_SETTINGS.theme),
  ShowGettingStarted: v.fallback(v.boolean(), DEFAULT_SETTINGS.showGettingStarted),
  ToolbarItems: v.fallback(v.pipe(v.array(v.pipe(v.string(), v.maxLength(64))), v.maxLength(50)), [...DEFAULT_TOOLBAR_ITEMS]),
  Density: v.fallback(v.picklist(['compact', 'normal']), DEFAULT_SETTINGS.density),
  PricePalette: v.fallback(v.picklist(['classic', 'color-safe', 'red-up']), DEFAULT_SETTINGS.pricePalette),
});

/** Reads stored settings (JSON text); what is missing or wrong takes its default. */
export function readSettings(text: string | null): UserSettings {
  let raw: unknown;
  try {
    raw = text === null ? {} : JSON.parse(text);
  } catch {
    return DEFAULT_SETTINGS;
  }
  const parsed = v.safeParse(storedSettings, typeof raw === 'object' && raw !== null ? { Theme: undefined, ShowGettingStarted: undefined, ToolbarItems: undefined, Density: undefined, PricePalette: undefined, ...raw } : {});
  if (!parsed.success) return DEFAULT_SETTINGS;
  const { Theme, ShowGettingStarted, ToolbarItems, Density, PricePalette } = parsed.output;
  return { theme: Theme, showGettingStarted: ShowGettingStarted, toolbarItems: ToolbarItems, density: Density, pricePalette: PricePalette };
}

/** The stored form of settings, as `readSettings` reads it. */
export function writeSettings(settings: UserSettings): string {
  return JSON.stringify({ Theme: settings.theme, ShowGettingStarted: settings.showGettingStarted, ToolbarItems: settings.toolbarItems, Density: settings.density, PricePalette: settings.pricePalette });
}
