import type { BarPeriod } from '../../../src/domain/bars/bar-period.ts';
import {
  createStudyRun,
  settleParameters,
  studyLabel,
  type RangeStudy,
  type SeriesStudy,
  type StudyKind,
  type StudyParameters,
  type StudyRun,
} from '../../../src/domain/studies/index.ts';
import type { BarStore } from './bar-store.ts';
import { ExtremeIndex } from './extreme-index.ts';
import {
  isShownAt,
  keyOf,
  ordinalOf,
  studyIdOf,
  type IndicatorSetting,
  type LineColor,
  type LineWidthPx,
  type PriceSource,
} from './indicator.ts';
import { PRICE_PANE, PROFIT_PANE, TRADES_OVERLAY } from './panes.ts';
import { SourceBars } from './source-bars.ts';
import { BUILT_IN_STUDIES, type StartStudy, type StudyCatalogue } from './study-catalogue.ts';

interface StudyBase {
  /** Key of the instance. */
  readonly id: string;
  readonly label: string;
  readonly parameters: StudyParameters;
  readonly paneId: string;
  /** Chosen colour of the main line; null = any that is free. */
  readonly color: LineColor | null;
  readonly widthPx: LineWidthPx;
  readonly source: PriceSource;
}
export interface SeriesView extends StudyBase {
  readonly study: SeriesStudy;
  readonly run: StudyRun;
  readonly extremes: readonly ExtremeIndex[];
  readonly shifts: readonly number[];
}
export interface RangeView extends StudyBase {
  readonly study: RangeStudy;
}
export type StudyView = SeriesView | RangeView;
export const isSeries = (view: StudyView): view is SeriesView => view.study.form === 'series';

/** Why the values of a study are not there, where its run says so; else null. */
export const problemOf = ({ run }: SeriesView): string | null =>
  'problem' in run && typeof run.problem === 'string' ? run.problem : null;

/** A study that is chosen and not shown. */
export type HiddenStudy = Pick<StudyBase, 'id' | 'label'>;

/** What charts list among their studies and draw from the trade log. */
const FROM_TRADE_LOG: readonly string[] = [TRADES_OVERLAY, PROFIT_PANE];

/** The studies of a chart and their values. */
export class StudySet {
  views: readonly StudyView[] = [];
  /** Those that the user has hidden, or hidden at this bar size: they cost nothing. */
  hidden: readonly HiddenStudy[] = [];
  /** Those that no installed tool has, and this version does not know. They stay in the settings. */
  missing: readonly HiddenStudy[] = [];
  readonly #catalogue: StudyCatalogue;
  readonly #start: StartStudy;
  #settings: readonly IndicatorSetting[] = [];
  #period: BarPeriod = 'day';
  readonly #sources = new Map<PriceSource, SourceBars>();

  constructor(catalogue: StudyCatalogue = BUILT_IN_STUDIES, start: StartStudy = createStudyRun) {
    this.#catalogue = catalogue;
    this.#start = start;
  }

  /** The catalogue has changed: shows the studies as it has them now. */
  refresh(bars: BarStore): void {
    this.#show(bars);
  }

  /** The values of a run from an index on have changed by themselves. */
  valuesChanged(run: StudyRun, from: number): void {
    const view = this.views.filter(isSeries).find((each) => each.run === run);
    if (view !== undefined) followExtremes(view, from);
  }

  /** Takes over the settings; studies that stay as they are keep their values. Unknown ids are listed as missing; a key that is there twice is left out. */
  choose(settings: readonly IndicatorSetting[], bars: BarStore): void {
    this.#settings = settings;
    this.#show(bars);
  }

  /** Bars of this length come: which studies are shown may depend on it. True when others are shown than before. */
  setPeriod(period: BarPeriod, bars: BarStore): boolean {
    const keys = () => this.views.map(({ id }) => id).join();
    const before = keys();
    this.#period = period;
    this.#show(bars);
    return keys() !== before;
  }

  /** Panes below the price, in order. */
  get lowerPanes(): readonly string[] {
    return this.views.flatMap(({ paneId }) => (paneId === PRICE_PANE ? [] : [paneId]));
  }

  /** The title of a study's pane without its numbers: `RSI`, `RSI 2` for a second instance. */
  paneTitle(key: string): string {
    return `${this.#catalogue.get(studyIdOf(key))?.title ?? studyIdOf(key)}${ordinalOf(key)}`;
  }

  /** The values that the axis of a study's pane names: the guide lines of a fixed scale; null = those that fit the values. */
  axisLevels(key: string): readonly number[] | null {
    const study = this.#catalogue.get(studyIdOf(key));
    return study?.form === 'series' && study.scale !== undefined ? (study.levels ?? null) : null;
  }

  /** How many bars to the right of the last one something is drawn. */
  get leadBars(): number {
    return this.views.reduce((most, view) => (isSeries(view) ? Math.max(most, ...view.shifts) : most), 0);
  }

  /** The last bar changed or bars were added. */
  follow(bars: BarStore, from: number): void {
    for (const source of this.#sources.values()) source.follow(bars, from);
    for (const view of this.views) {
      if (!isSeries(view)) continue;
      view.run.push(this.#barsOf(view.source, bars));
      followExtremes(view, from);
    }
  }

  /** Anything else changed. */
  reset(bars: BarStore): void {
    for (const source of this.#sources.values()) source.follow(bars, 0);
    for (const view of this.views) {
      if (!isSeries(view)) continue;
      view.run.reset(this.#barsOf(view.source, bars));
      followExtremes(view, 0);
    }
  }

  #show(bars: BarStore): void {
    const before = new Map(this.views.map((view) => [view.id, view]));
    const shown: StudyView[] = [];
    const hidden: HiddenStudy[] = [];
    const bases = new Map<string, StudyBase>();
    for (const setting of this.#settings) {
      const study = this.#catalogue.get(setting.Id);
      const key = keyOf(setting);
      if (study === undefined || bases.has(key)) continue;
      bases.set(key, baseOf(study, setting));
    }
    const byLabel = Map.groupBy(bases.values(), ({ label }) => label);
    const listed = new Set<string>();
    for (const setting of this.#settings) {
      const study = this.#catalogue.get(setting.Id);
      const key = keyOf(setting);
      const plain = bases.get(key);
      if (study === undefined || plain === undefined || listed.has(key)) continue;
      listed.add(key);
      const isShared = (byLabel.get(plain.label)?.length ?? 0) > 1;
      const base = isShared ? { ...plain, label: `${plain.label}${ordinalOf(key)}` } : plain;
      if (isShownAt(setting, this.#period)) shown.push(this.#viewOf(study, base, before.get(key), bars));
      else hidden.push(base);
    }
    this.views = shown;
    this.hidden = hidden;
    this.missing = missingOf(this.#settings, this.#catalogue);
    const used = new Set(shown.map(({ source }) => source));
    for (const source of this.#sources.keys()) if (!used.has(source)) this.#sources.delete(source);
  }

  #viewOf(study: StudyKind, base: StudyBase, old: StudyView | undefined, bars: BarStore): StudyView {
    if (study.form === 'range') return { ...base, study };
    if (
      old !== undefined &&
      isSeries(old) &&
      old.study === study &&
      old.source === base.source &&
      haveSameNumbers(old.parameters, base.parameters)
    )
      return hasSameStyle(old, base) ? old : { ...old, ...base };
    const run = this.#start(study, base.parameters, this.#barsOf(base.source, bars));
    return {
      ...base,
      study,
      run,
      extremes: run.outputs.map((column) => new ExtremeIndex(column)),
      shifts: study.outputs.map((output) => output.shiftBars?.(base.parameters) ?? 0),
    };
  }

  #barsOf(source: PriceSource, bars: BarStore): BarStore | SourceBars {
    if (source === 'close') return bars;
    const known = this.#sources.get(source);
    if (known !== undefined) return known;
    const made = new SourceBars(source, bars);
    this.#sources.set(source, made);
    return made;
  }
}

function missingOf(settings: readonly IndicatorSetting[], catalogue: StudyCatalogue): HiddenStudy[] {
  return settings
    .filter(({ Id }) => catalogue.get(Id) === undefined && !FROM_TRADE_LOG.includes(Id))
    .map((setting) => ({
      id: keyOf(setting),
      label: catalogue.reasonFor?.(setting.Id) ?? `${setting.Id}${ordinalOf(keyOf(setting))} (not installed)`,
    }));
}

function baseOf(study: StudyKind, setting: IndicatorSetting): StudyBase {
  const key = keyOf(setting);
  const parameters = settleParameters(study, setting.Parameters);
  const source =
    study.form === 'series' && study.readsCloses === true ? (setting.Source ?? 'close') : 'close';
  return {
    id: key,
    label: instanceLabel(study, parameters, source),
    parameters,
    paneId: study.pane === 'own' ? key : PRICE_PANE,
    color: setting.Color ?? null,
    widthPx: setting.Width ?? 1,
    source,
  };
}

/** The name of an instance: `EMA (20)`, `EMA (20, HL2)` when it reads another price than closes. */
export function instanceLabel(study: StudyKind, parameters: StudyParameters, source: PriceSource): string {
  const label = studyLabel(study, parameters);
  if (source === 'close') return label;
  const name = source.toUpperCase();
  return label.endsWith(')') ? `${label.slice(0, -1)}, ${name})` : `${label} (${name})`;
}

function followExtremes({ run, extremes }: SeriesView, from: number): void {
  run.outputs.forEach((column, n) => extremes[n]?.follow(from, column));
}

const hasSameStyle = (before: StudyBase, now: StudyBase): boolean =>
  before.label === now.label && before.color === now.color && before.widthPx === now.widthPx;

function haveSameNumbers(before: StudyParameters, now: StudyParameters): boolean {
  const names = Object.keys(before);
  return names.length === Object.keys(now).length && names.every((name) => before[name] === now[name]);
}
