import {
  createStudyRun,
  settleParameters,
  studyById,
  studyLabel,
  type RangeStudy,
  type SeriesStudy,
  type StudyKind,
  type StudyParameters,
  type StudyRun,
} from '../../../src/domain/studies/index.ts';
import { PRICE_PANE } from './panes.ts';
import type { BarStore } from './bar-store.ts';
import { ExtremeIndex } from './extreme-index.ts';

/** A study as a workspace stores it. */
export interface IndicatorSetting {
  readonly Id: string;
  readonly Parameters: Readonly<Record<string, number>>;
}

interface StudyBase {
  readonly id: string;
  readonly label: string;
  readonly parameters: StudyParameters;
  readonly paneId: string;
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

/** The studies of a chart and their values. */
export class StudySet {
  views: readonly StudyView[] = [];

  /** Takes over the settings; studies that stay as they are keep their values. Unknown ids are left out. */
  choose(settings: readonly IndicatorSetting[], bars: BarStore): void {
    const before = new Map(this.views.map((view) => [view.id, view]));
    const chosen: StudyView[] = [];
    for (const { Id, Parameters } of settings) {
      const study = studyById(Id);
      if (study === undefined || chosen.some(({ id }) => id === Id)) continue;
      const parameters = settleParameters(study, Parameters);
      const old = before.get(Id);
      chosen.push(
        old !== undefined && sameNumbers(old.parameters, parameters)
          ? old
          : createView(study, parameters, bars),
      );
    }
    this.views = chosen;
  }

  /** Panes below the price, in order. */
  get lowerPanes(): readonly string[] {
    return this.views.flatMap(({ paneId }) => (paneId === PRICE_PANE ? [] : [paneId]));
  }

  /** How many bars to the right of the last one something is drawn. */
  get leadBars(): number {
    return this.views.reduce((most, view) => (isSeries(view) ? Math.max(most, ...view.shifts) : most), 0);
  }

  /** The last bar changed or bars were added. */
  follow(bars: BarStore, from: number): void {
    for (const view of this.views) {
      if (!isSeries(view)) continue;
      view.run.push(bars);
      follow(view, from);
    }
  }

  /** Anything else changed. */
  reset(bars: BarStore): void {
    for (const view of this.views) {
      if (!isSeries(view)) continue;
      view.run.reset(bars);
      follow(view, 0);
    }
  }
}

function createView(study: StudyKind, parameters: StudyParameters, bars: BarStore): StudyView {
  const base = {
    id: study.id,
    label: studyLabel(study, parameters),
    parameters,
    paneId: study.pane === 'own' ? study.id : PRICE_PANE,
  };
  if (study.form === 'range') return { ...base, study };
  const run = createStudyRun(study, parameters, bars);
  return {
    ...base,
    study,
    run,
    extremes: run.outputs.map((column) => new ExtremeIndex(column)),
    shifts: study.outputs.map((output) => output.shiftBars?.(parameters) ?? 0),
  };
}

function follow({ run, extremes }: SeriesView, from: number): void {
  run.outputs.forEach((column, n) => extremes[n]?.follow(from, column));
}

function sameNumbers(before: StudyParameters, now: StudyParameters): boolean {
  const names = Object.keys(before);
  return names.length === Object.keys(now).length && names.every((name) => before[name] === now[name]);
}
