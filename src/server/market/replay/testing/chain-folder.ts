import { copyFileSync, existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = new URL('../../../../../', import.meta.url);
const FIXTURE = new URL('tests/fixtures/replay-chains/', ROOT);
/** Beside the project, or beside the folder of its worktrees; the part of it that comes with the project otherwise. */
const SOURCE =
  ['../shared/data/', '../../shared/data/']
    .map((path) => new URL(path, ROOT))
    .find((url) => existsSync(url)) ?? FIXTURE;

/** A recording in a new folder that holds the real SPY chain of 2026-08-14, recorded at 11:38:38, and nothing else. The caller removes it. */
export function realChainFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'chains-'));
  const name = 'options/SPY_2026-08-14.csv.gz';
  mkdirSync(join(folder, 'options'));
  copyFileSync(fileURLToPath(new URL(name, SOURCE)), join(folder, name));
  return folder;
}

/** A recording in a new folder of these files, by path. The caller removes it. */
export function folderOf(files: Readonly<Record<string, string | Uint8Array>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'chains-'));
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

const HEADER =
  'Snapshot,Underlying,UnderlyingPrice,PrevClose,Symbol,Expiration,Right,Strike,Bid,BidSize,Ask,AskSize,Last,Volume,OpenInterest,LastTrade';

/** A row of a chain of SPY at 10:00 on 2026-08-14: the call of 2026-08-21 at 775 by default. */
export interface ChainCells {
  readonly time?: string;
  readonly underlying?: number | '';
  readonly expiration?: string;
  readonly right?: 'C' | 'P';
  readonly strike?: number;
  readonly bid?: number | '';
  readonly bidSize?: number | '';
  readonly ask?: number | '';
  readonly askSize?: number | '';
  readonly last?: number | '';
  readonly volume?: number | '';
  readonly openInterest?: number | '';
  readonly lastTrade?: string;
}

/** The text of a chain file. */
export function chainText(rows: readonly ChainCells[]): string {
  const lines = rows.map(
    ({
      time = '2026-08-14T10:00:00-04:00',
      underlying = 776,
      expiration = '2026-08-21',
      right = 'C',
      strike = 775,
      bid = 4.9,
      bidSize = 20,
      ask = 5,
      askSize = 30,
      last = 4.95,
      volume = 100,
      openInterest = 500,
      lastTrade = '2026-08-14T13:55:00Z',
    }) =>
      [time, 'SPY', underlying, 774, '', expiration, right, strike, bid, bidSize, ask, askSize, last, volume]
        .concat([openInterest, lastTrade])
        .join(','),
  );
  return `${[HEADER, ...lines].join('\n')}\n`;
}
