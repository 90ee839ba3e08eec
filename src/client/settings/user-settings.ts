import * as v from 'valibot';
import { MAX_CANCEL_AFTER_S } from '../../domain/orders/cancel-after.ts';
import { SAVE_ID_PATTERN } from '../../domain/saves/index.ts';
import { MAX_SETTING_TEXT } from '../../domain/tool-settings/index.ts';
import type { UserSettings } from '../types.ts';

/** Smallest and largest value of the settings that are numbers. */
export const SETTING_LIMITS = {
  reconnectSeconds: [1, 300],
  cancelAfterSeconds: [1, MAX_CANCEL_AFTER_S],
  staleAfterSeconds: [5, 3600],
  priceMovedPercent: [0.1, 20],
  throughMarketPercent: [0.1, 20],
  holdSeconds: [0, 3],
} as const;

/** The settings of a user who has stored none. */
export const DEFAULT_SETTINGS: UserSettings = {
  theme: 'light',
  showGettingStarted: true,
  toolbarItems: null,
  density: 'normal',
  favoriteStudies: [],
  newWindows: {},
  orderKeys: null,
  commandKeys: {},
  pricePalette: 'classic',
  reconnectSeconds: 15,
  cancelAfterSeconds: null,
  staleAfterSeconds: 15,
  priceMovedPercent: 1,
  throughMarketPercent: 2,
  holdSeconds: 0,
  isArmedHeld: false,
  orderTemplates: {},
  toolConsents: {},
  toolSettings: {},
};

const newWindows = v.record(
  v.pipe(v.string(), v.maxLength(64)),
  v.object({ version: v.pipe(v.number(), v.integer(), v.minValue(0)), data: v.unknown() }),
);

/** Bounds of what is stored: no user has as many keys, and no text of a key is as long. */
const orderKeys = v.pipe(
  v.array(
    v.object({
      Key: v.pipe(v.string(), v.minLength(1), v.maxLength(40)),
      Text: v.pipe(v.string(), v.maxLength(200)),
    }),
  ),
  v.maxLength(100),
);

/** Keys by the id of the command. Those of tools that are not installed are kept. */
const commandKeys = v.record(
  v.pipe(v.string(), v.maxLength(100)),
  v.nullable(v.pipe(v.string(), v.minLength(1), v.maxLength(40))),
);

const numberSetting = (name: Exclude<keyof typeof SETTING_LIMITS, 'cancelAfterSeconds'>) =>
  v.fallback(
    v.pipe(v.number(), v.minValue(SETTING_LIMITS[name][0]), v.maxValue(SETTING_LIMITS[name][1])),
    DEFAULT_SETTINGS[name],
  );

/** Ids of saves by account. */
const orderTemplates = v.record(
  v.pipe(v.string(), v.maxLength(64)),
  v.pipe(v.string(), v.regex(SAVE_ID_PATTERN)),
);

/** SHA-256 and permissions by the id of the tool. */
const toolConsents = v.record(v.pipe(v.string(), v.maxLength(64)), v.pipe(v.string(), v.maxLength(300)));

/** Each value and each tool by itself: what cannot be read of them loses nothing else. */
const toolSettings = v.record(
  v.pipe(v.string(), v.maxLength(64)),
  v.fallback(
    v.optional(
      v.object({
        version: v.pipe(v.number(), v.integer(), v.minValue(0)),
        values: v.record(
          v.string(),
          v.fallback(
            v.optional(v.union([v.boolean(), v.number(), v.pipe(v.string(), v.maxLength(MAX_SETTING_TEXT))])),
            undefined,
          ),
        ),
      }),
    ),
    undefined,
  ),
);

/** The stored form. A field that cannot be read takes its default; the others are kept. */
const storedSettings = v.object({
  Theme: v.fallback(v.picklist(['light', 'dark']), DEFAULT_SETTINGS.theme),
  ShowGettingStarted: v.fallback(v.boolean(), DEFAULT_SETTINGS.showGettingStarted),
  ToolbarItems: v.fallback(
    v.nullable(v.pipe(v.array(v.pipe(v.string(), v.maxLength(64))), v.maxLength(50))),
    DEFAULT_SETTINGS.toolbarItems,
  ),
  FavoriteStudies: v.fallback(v.pipe(v.array(v.pipe(v.string(), v.maxLength(64))), v.maxLength(100)), [
    ...DEFAULT_SETTINGS.favoriteStudies,
  ]),
  NewWindows: v.fallback(newWindows, {}),
  OrderKeys: v.fallback(v.nullable(orderKeys), null),
  CommandKeys: v.fallback(commandKeys, {}),
  Density: v.fallback(v.picklist(['compact', 'normal']), DEFAULT_SETTINGS.density),
  PricePalette: v.fallback(v.picklist(['classic', 'color-safe', 'red-up']), DEFAULT_SETTINGS.pricePalette),
  ReconnectSeconds: numberSetting('reconnectSeconds'),
  CancelAfterSeconds: v.fallback(
    v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_CANCEL_AFTER_S))),
    null,
  ),
  StaleAfterSeconds: numberSetting('staleAfterSeconds'),
  PriceMovedPercent: numberSetting('priceMovedPercent'),
  ThroughMarketPercent: numberSetting('throughMarketPercent'),
  HoldSeconds: numberSetting('holdSeconds'),
  IsArmedHeld: v.fallback(v.boolean(), DEFAULT_SETTINGS.isArmedHeld),
  OrderTemplates: v.fallback(orderTemplates, {}),
  ToolConsents: v.fallback(toolConsents, {}),
  ToolSettings: v.fallback(toolSettings, {}),
});

const NOTHING_STORED = {
  Theme: undefined,
  ShowGettingStarted: undefined,
  ToolbarItems: undefined,
  FavoriteStudies: undefined,
  NewWindows: undefined,
  OrderKeys: undefined,
  CommandKeys: undefined,
  Density: undefined,
  PricePalette: undefined,
  ReconnectSeconds: undefined,
  CancelAfterSeconds: undefined,
  StaleAfterSeconds: undefined,
  PriceMovedPercent: undefined,
  ThroughMarketPercent: undefined,
  HoldSeconds: undefined,
  IsArmedHeld: undefined,
  OrderTemplates: undefined,
  ToolConsents: undefined,
  ToolSettings: undefined,
};

/** Reads stored settings, JSON text or the object itself; a missing or invalid value takes its default. */
export function readSettings(stored: string | object | null): UserSettings {
  let raw: unknown;
  try {
    raw = typeof stored === 'string' ? JSON.parse(stored) : (stored ?? {});
  } catch {
    return DEFAULT_SETTINGS;
  }
  const parsed = v.safeParse(
    storedSettings,
    typeof raw === 'object' && raw !== null ? { ...NOTHING_STORED, ...raw } : {},
  );
  if (!parsed.success) return DEFAULT_SETTINGS;
  const {
    Theme,
    ShowGettingStarted,
    ToolbarItems,
    FavoriteStudies,
    NewWindows,
    OrderKeys,
    CommandKeys,
    Density,
    PricePalette,
    ReconnectSeconds,
    CancelAfterSeconds,
    StaleAfterSeconds,
    PriceMovedPercent,
    ThroughMarketPercent,
    HoldSeconds,
    IsArmedHeld,
    OrderTemplates,
    ToolConsents,
    ToolSettings,
  } = parsed.output;
  return {
    theme: Theme,
    showGettingStarted: ShowGettingStarted,
    toolbarItems: ToolbarItems,
    favoriteStudies: FavoriteStudies,
    newWindows: NewWindows,
    orderKeys: OrderKeys?.map(({ Key, Text }) => ({ key: Key, text: Text })) ?? null,
    commandKeys: CommandKeys,
    density: Density,
    pricePalette: PricePalette,
    reconnectSeconds: ReconnectSeconds,
    cancelAfterSeconds: CancelAfterSeconds,
    staleAfterSeconds: StaleAfterSeconds,
    priceMovedPercent: PriceMovedPercent,
    throughMarketPercent: ThroughMarketPercent,
    holdSeconds: HoldSeconds,
    isArmedHeld: IsArmedHeld,
    orderTemplates: OrderTemplates,
    toolConsents: ToolConsents,
    toolSettings: ToolSettings,
  };
}

/** The stored form of settings, as `readSettings` reads it. */
export function writeSettings(settings: UserSettings): string {
  return JSON.stringify({
    Theme: settings.theme,
    ShowGettingStarted: settings.showGettingStarted,
    // Left out until the user chooses, so that a default toolbar of a later version applies.
    ToolbarItems: settings.toolbarItems ?? undefined,
    FavoriteStudies: settings.favoriteStudies,
    // Left out until the user chooses, as most never do.
    NewWindows: Object.keys(settings.newWindows).length === 0 ? undefined : settings.newWindows,
    // Left out until the user chooses, so that the keys of a later version apply.
    OrderKeys: settings.orderKeys?.map(({ key, text }) => ({ Key: key, Text: text })),
    CommandKeys: Object.keys(settings.commandKeys).length === 0 ? undefined : settings.commandKeys,
    Density: settings.density,
    PricePalette: settings.pricePalette,
    ReconnectSeconds: settings.reconnectSeconds,
    // Left out until the user switches it on. The server reads this field.
    CancelAfterSeconds: settings.cancelAfterSeconds ?? undefined,
    StaleAfterSeconds: settings.staleAfterSeconds,
    PriceMovedPercent: settings.priceMovedPercent,
    ThroughMarketPercent: settings.throughMarketPercent,
    HoldSeconds: settings.holdSeconds,
    IsArmedHeld: settings.isArmedHeld,
    OrderTemplates: Object.keys(settings.orderTemplates).length === 0 ? undefined : settings.orderTemplates,
    ToolConsents: Object.keys(settings.toolConsents).length === 0 ? undefined : settings.toolConsents,
    ToolSettings: Object.keys(settings.toolSettings).length === 0 ? undefined : settings.toolSettings,
  });
}

/**
 * Merges the settings of two writers: fields that `mine` has changed since `base` are taken from `mine`, all others from `theirs`.
 * Settings are independent preferences, so a conflict needs no question to the user.
 */
export function mergeSettings(base: UserSettings, mine: UserSettings, theirs: UserSettings): UserSettings {
  const isMine = <Field extends keyof UserSettings>(field: Field): boolean =>
    JSON.stringify(mine[field]) !== JSON.stringify(base[field]);
  const pick = <Field extends keyof UserSettings>(field: Field): UserSettings[Field] =>
    (isMine(field) ? mine : theirs)[field];
  return {
    theme: pick('theme'),
    showGettingStarted: pick('showGettingStarted'),
    toolbarItems: pick('toolbarItems'),
    favoriteStudies: pick('favoriteStudies'),
    newWindows: pick('newWindows'),
    orderKeys: pick('orderKeys'),
    commandKeys: mergeRecords(base.commandKeys, mine.commandKeys, theirs.commandKeys),
    density: pick('density'),
    pricePalette: pick('pricePalette'),
    reconnectSeconds: pick('reconnectSeconds'),
    cancelAfterSeconds: pick('cancelAfterSeconds'),
    staleAfterSeconds: pick('staleAfterSeconds'),
    priceMovedPercent: pick('priceMovedPercent'),
    throughMarketPercent: pick('throughMarketPercent'),
    holdSeconds: pick('holdSeconds'),
    isArmedHeld: pick('isArmedHeld'),
    orderTemplates: pick('orderTemplates'),
    toolConsents: pick('toolConsents'),
    toolSettings: mergeRecords(base.toolSettings, mine.toolSettings, theirs.toolSettings),
  };
}

/** Two writers that changed different entries, such as settings of different tools, both keep theirs. */
function mergeRecords<Value>(
  base: Readonly<Record<string, Value>>,
  mine: Readonly<Record<string, Value>>,
  theirs: Readonly<Record<string, Value>>,
): Readonly<Record<string, Value>> {
  const merged = new Map(Object.entries(theirs));
  for (const id of Object.keys({ ...base, ...mine })) {
    const value = mine[id];
    if (JSON.stringify(value) === JSON.stringify(base[id])) continue;
    if (value === undefined) merged.delete(id);
    else merged.set(id, value);
  }
  return Object.fromEntries(merged);
}
