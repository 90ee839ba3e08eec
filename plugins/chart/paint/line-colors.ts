import type { ChartModel } from '../model/chart-model.ts';
import { isSeries, type SeriesView } from '../model/study-set.ts';
import type { ChartTheme } from './theme.ts';
import { LINE_COLORS } from '../model/indicator.ts';
import { PRICE_PANE } from '../model/panes.ts';

/** The colours of what is drawn over the prices. */
export interface LineColors {
  /** Of the outputs of a study that have this tone. */
  study(id: string, tone: string): string;
  comparison(n: number): string;
}

/** Places in the palette. Comparisons begin at its other end than studies do, so that one that is added changes no colour that is there. */
const OF_TONES: Readonly<Record<string, number>> = { main: 0, second: 1, third: 2 };
const FOR_COMPARISONS = [3, 5, 4] as const;
const FOR_STUDIES = [0, 1, 2, 4, 5, 3] as const;

let known: { readonly key: readonly unknown[]; readonly colors: LineColors } | null = null;

/**
 * A colour of its own for each line over the prices, as long as the palette lasts: the colour that the user chose, then those of a study's tones where they are free, the first in the
 * list of studies before later ones. The same chart always has the same colours.
 */
export function lineColors(
  model: Pick<ChartModel, 'studies' | 'comparisons' | 'chartType'>,
  theme: ChartTheme,
): LineColors {
  const key = [model.studies.views, model.comparisons, model.chartType, theme];
  if (known === null || known.key.some((each, n) => each !== key[n]))
    known = { key, colors: choose(model, theme) };
  return known.colors;
}

function choose(
  { studies, comparisons, chartType }: Pick<ChartModel, 'studies' | 'comparisons' | 'chartType'>,
  theme: ChartTheme,
): LineColors {
  const uses = theme.lines.map(() => 0);
  const take = (wanted: readonly number[]): number => {
    const least = Math.min(...wanted.map((place) => uses[place] ?? 0));
    const place = wanted.find((each) => (uses[each] ?? 0) === least) ?? 0;
    uses[place] = (uses[place] ?? 0) + 1;
    return place;
  };
  // The line of the prices themselves has the accent, which is about the first colour.
  if (chartType === 'line' || chartType === 'area') take([0]);
  const ofComparisons = comparisons.map(() => take(FOR_COMPARISONS));
  const ofStudies = new Map<string, number>();
  for (const view of studies.views) {
    const tone = isSeries(view) ? tonesOf(view)[0] : undefined;
    if (view.color === null || tone === undefined) continue;
    const place = LINE_COLORS.indexOf(view.color);
    ofStudies.set(`${view.id} ${tone}`, view.paneId === PRICE_PANE ? take([place]) : place);
  }
  for (const view of studies.views) {
    if (!isSeries(view) || view.paneId !== PRICE_PANE) continue;
    for (const tone of tonesOf(view)) {
      const preferred = OF_TONES[tone];
      const key = `${view.id} ${tone}`;
      if (preferred !== undefined && !ofStudies.has(key))
        ofStudies.set(key, take([preferred, ...FOR_STUDIES]));
    }
  }
  const colorAt = (place: number) => theme.lines[place] ?? theme.main;
  return {
    study(id, tone) {
      const place = ofStudies.get(`${id} ${tone}`);
      return place === undefined ? toneColor(theme, tone) : colorAt(place);
    },
    comparison: (n) => colorAt(ofComparisons[n] ?? FOR_COMPARISONS[0]),
  };
}

/** Tones of a study's lines and dots, the main one first. */
const tonesOf = ({ study }: SeriesView): readonly string[] => [
  ...new Set(
    study.outputs.filter(({ form }) => form === 'line' || form === 'dots').map((output) => output.tone),
  ),
];

/** What a tone is in a pane of its own, where nothing else is drawn. */
function toneColor(theme: ChartTheme, tone: string): string {
  switch (tone) {
    case 'second':
      return theme.second;
    case 'third':
      return theme.third;
    case 'up':
      return theme.up;
    case 'down':
      return theme.down;
    case 'muted':
      return theme.muted;
    default:
      return theme.main;
  }
}
