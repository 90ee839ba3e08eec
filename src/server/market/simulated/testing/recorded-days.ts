import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { toPriceE4 } from '../../../../domain/money/price.ts';
import type { Bar } from '../../market-data.ts';
import { minuteDaysOf, type MinuteDay } from './day-figures.ts';

const ROOT = new URL('../../../../../', import.meta.url);
const FIXTURES = new URL('tests/fixtures/replay/', ROOT);
/** Beside the project, or beside the folder of its worktrees. */
const SHARED = ['../shared/data/', '../../shared/data/']
  .map((path) => new URL(path, ROOT))
  .find((folder) => existsSync(folder));

/** Sessions recorded minute by minute, by where they come from. */
export interface RecordedSet {
  readonly name: string;
  readonly days: readonly MinuteDay[];
}

/** Fourteen symbols over the week of 2019-02-11; VIX does not trade and UGA trades in few minutes. */
const WEEK = 'AAPL AMZN BAC GLD JPM MSFT MU QQQ SBUX SPY TSLA V VOO XLP'.split(' ');
const LONGER = [
  'SPY_2024-02-20_2024-05-17',
  'AAPL_2024-05-09_2024-05-17',
  'SPY_2011-03',
  'BAC_2013-10-04_2013-10-11',
  'IBM_2013-10-04_2013-10-11',
  'SPY_2013-10-04_2013-10-11',
];
const FIXTURE_SYMBOLS = ['AAPL', 'BAC', 'MSFT', 'SPY'];

function barsOf(file: URL): Bar[] {
  const [header = '', ...lines] = gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n');
  const names = header.trim().split(',');
  return lines.map((line) => {
    const cells = line.trim().split(',');
    const cell = (name: string): string => cells[names.indexOf(name)] ?? '';
    return {
      timeMs: Date.parse(cell('Timestamp')),
      openE4: toPriceE4(Number(cell('Open'))),
      highE4: toPriceE4(Number(cell('High'))),
      lowE4: toPriceE4(Number(cell('Low'))),
      closeE4: toPriceE4(Number(cell('Close'))),
      volume: Number(cell('Volume')),
    };
  });
}

/** The shared recordings where they are present; the sessions that come with the project otherwise. */
export function recordedSets(): readonly RecordedSet[] {
  const daysOf = (root: URL, folder: string, names: readonly string[]): MinuteDay[] =>
    names.flatMap((name) => minuteDaysOf(barsOf(new URL(`${folder}/${name}.csv.gz`, root))));
  if (SHARED === undefined) return [{ name: 'fixtures', days: daysOf(FIXTURES, 'minute', FIXTURE_SYMBOLS) }];
  return [
    { name: 'a week of 2019', days: daysOf(SHARED, 'minute', WEEK) },
    { name: '2011 to 2024', days: daysOf(SHARED, 'minute-more', LONGER) },
  ];
}
