import type { BarPeriod } from '../../../src/domain/bars/bar-period.ts';

/** Prices of a bar that a study of closes can read instead of them. */
export const PRICE_SOURCES = ['close', 'open', 'high', 'low', 'hl2', 'hlc3', 'ohlc4'] as const;
/** A price of a bar; `hl2` and the like are means of the named prices. */
export type PriceSource = (typeof PRICE_SOURCES)[number];

/** Colours of the palette for lines over the prices, which each theme has in a shade of its own, in its order. */
export const LINE_COLORS = ['blue', 'orange', 'purple', 'teal', 'red', 'ink'] as const;
export type LineColor = (typeof LINE_COLORS)[number];

/** Widths that a line can have, CSS px. */
export const LINE_WIDTHS_PX = [1, 2, 3, 4] as const;
export type LineWidthPx = (typeof LINE_WIDTHS_PX)[number];

/** The bar sizes at which a study is shown. */
export const SHOWN_AT = ['all', 'intraday', 'daily'] as const;
export type ShownAt = (typeof SHOWN_AT)[number];

/** How an instance of a study is drawn. What is missing is as the study has it. */
export interface StudyStyle {
  /** Of its main line; absent = chosen so that it differs from other lines. */
  readonly Color?: LineColor;
  /** Absent = 1. */
  readonly Width?: LineWidthPx;
  /** Absent = closes. Only for studies that read closes. */
  readonly Source?: PriceSource;
  /** Absent = all. `intraday`: bars of minutes; `daily`: bars of a day or longer. */
  readonly ShownAt?: ShownAt;
  /** Kept with its settings, neither computed nor drawn. */
  readonly IsHidden?: boolean;
}

/** An instance of a study as a workspace stores it. */
export interface IndicatorSetting extends StudyStyle {
  /** The study. */
  readonly Id: string;
  readonly Parameters: Readonly<Record<string, number>>;
  /** Distinguishes further instances of one study. Absent for the first one, whose key is the id of the study. */
  readonly Key?: string;
}

/** Instances of studies that a chart can have. */
export const MAX_INDICATORS = 40;

const SEPARATOR = ':';

/** What identifies an instance within its chart. It also names its pane. */
export const keyOf = ({ Id, Key }: Pick<IndicatorSetting, 'Id' | 'Key'>): string => Key ?? Id;

/** The study of an instance's key. */
export const studyIdOf = (key: string): string => key.split(SEPARATOR, 1)[0] ?? key;

/** What distinguishes an instance from others of its study where both are named: nothing for the first, ` 2` for the second. */
export const ordinalOf = (key: string): string => {
  const number = key.slice(studyIdOf(key).length + 1);
  return number === '' ? '' : ` ${number}`;
};

/** A key for one more instance of a study, of those that `taken` does not have. */
export function freeKey(id: string, taken: readonly string[]): string {
  if (!taken.includes(id)) return id;
  let number = 2;
  while (taken.includes(`${id}${SEPARATOR}${number}`)) number += 1;
  return `${id}${SEPARATOR}${number}`;
}

/** The setting of an instance with this key. */
export const withKey = (setting: Omit<IndicatorSetting, 'Key'>, key: string): IndicatorSetting =>
  key === setting.Id ? setting : { ...setting, Key: key };

/** Whether an instance is drawn at a bar size. */
export function isShownAt({ IsHidden = false, ShownAt = 'all' }: StudyStyle, period: BarPeriod): boolean {
  if (IsHidden) return false;
  return ShownAt === 'all' || (ShownAt === 'intraday') === (typeof period !== 'string');
}
