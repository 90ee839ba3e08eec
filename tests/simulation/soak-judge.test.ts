import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { judge } from '../soak/judge.ts';
import { runAndKillAfterLines } from '../soak/victim.ts';
import type { Line } from '../soak/world.ts';

/** Enough for every kind of line. */
const LINES = 300;

let dataFolder = '';
let lines: Line[] = [];
beforeAll(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'tapedeck-judge-'));
  lines = await runAndKillAfterLines(dataFolder, 5, 1, LINES);
});
afterAll(() => rm(dataFolder, { recursive: true, force: true }));

/** A copy of what the victim said, changed. */
function said(
  change: (
    lines: {
      reports?: { lastFillQuantity: number; serial: number }[];
      belief?: {
        views: Record<string, { balance: { buyingPowerE4: number }; positions: { todayPlE4: number }[] }>;
      };
    }[],
  ) => void,
): Line[] {
  const copy = structuredClone(lines);
  // The lines' own shape, without its readonly.
  change(copy as never);
  return copy;
}

it('finds nothing wrong with a victim that was killed in the middle of its work', async () => {
  const verdict = await judge(dataFolder, 1, [], lines);
  expect(verdict.beliefs).toBeGreaterThan(0);
  expect(verdict.acknowledgements).toBeGreaterThan(10);
  expect(await judge(dataFolder, 2, verdict.records, [])).toMatchObject({ acknowledgements: 0 });
});

it.each<readonly [string, () => Line[], RegExp]>([
  [
    'a report that differs from the journal',
    () =>
      said((copy) => {
        const report = copy.findLast(({ reports }) => (reports?.length ?? 0) > 0)?.reports?.[0];
        if (report) report.lastFillQuantity += 1;
      }),
    /was acknowledged, so the journal has it/,
  ],
  [
    'a report that is not in the journal',
    () =>
      said((copy) => {
        const report = copy.findLast(({ reports }) => (reports?.length ?? 0) > 0)?.reports?.[0];
        if (report) report.serial = 9_999_999;
      }),
    /was acknowledged, so the journal has it/,
  ],
  [
    'buying power that the journal does not give',
    () =>
      said((copy) => {
        const view = Object.values(copy.find(({ belief }) => belief)?.belief?.views ?? {})[0];
        if (view) view.balance.buyingPowerE4 += 1;
      }),
    /was what the journal says/,
  ],
])('sees %s', async (_, change, message) => {
  await expect(judge(dataFolder, 1, [], change())).rejects.toThrow(message);
});

it('sees a record that changed, and one that is gone', async () => {
  const { records } = await judge(dataFolder, 1, [], lines);
  const changed = records.map((record, at) =>
    at === 3 ? { ...record, payload: `${record.payload} ` } : record,
  );
  await expect(judge(dataFolder, 1, changed, [])).rejects.toThrow('the records of before are as they were');
  const database = new DatabaseSync(join(dataFolder, 'journal.db'));
  const last = Math.max(...lines.flatMap(({ reports = [] }) => reports.map(({ serial }) => serial)));
  // Even a broken disk would have to get past these first.
  for (const { name } of database.prepare("SELECT name FROM sqlite_master WHERE type = 'trigger'").all())
    database.exec(`DROP TRIGGER ${String(name)}`);
  database.prepare('DELETE FROM journal WHERE seq >= ?').run(last);
  database.close();
  await expect(judge(dataFolder, 1, [], lines)).rejects.toThrow();
});
