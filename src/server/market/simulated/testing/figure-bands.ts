import type { DayFigures } from './day-figures.ts';

/**
 * Bands for the mean of each figure over many sessions of several symbols. They hold the means of all recorded sets (181 sessions of
 * 2011, 2013, 2014, 2019 and 2024; `npm run bench -- market-look` prints them) with room for the sampling error of 100 sessions.
 * The level of volatility is left out: recorded weeks are few and calm.
 */
export const FIGURE_BANDS = {
  nearExtremes: [1, 3.6],
  visits: [1, 1.8],
  range1Open: [6.5, 11],
  range1Noon: [2.4, 5],
  range1Close: [3.4, 6.8],
  range5Open: [15.5, 26],
  range5Noon: [7.3, 11.4],
  range5Close: [9, 15.5],
  range10Open: [22, 36],
  range10Noon: [10.8, 16.5],
  range10Close: [13, 22],
  memory1: [-0.1, 0.04],
  memory5: [-0.12, 0.06],
  squares1: [0.08, 0.26],
  squares5: [0.06, 0.24],
  turns1: [49, 55],
  turns5: [47.5, 55],
  turns10: [46.5, 56],
  kurtosis: [4.5, 11],
  worst: [4, 7],
  reach: [1.2, 1.75],
  travel: [38, 54],
  gaps: [50, 88],
  gapSize: [4, 45],
  volumeFirst: [2.4, 6.2],
  volumeOpen: [1.2, 2.15],
  volumeNoon: [0.55, 0.78],
  volumeLate: [1.15, 1.95],
  volumeLast: [3.6, 7.5],
  volumeSpread: [0.68, 1.25],
  volumeRange: [0.38, 0.62],
} as const satisfies Readonly<Record<Exclude<keyof DayFigures, 'deviationBps'>, readonly [number, number]>>;

export type BandedFigure = keyof typeof FIGURE_BANDS;
/** Object.keys widens to string; these are the keys of the literal above. */
export const BANDED_FIGURES = Object.keys(FIGURE_BANDS) as readonly BandedFigure[];
