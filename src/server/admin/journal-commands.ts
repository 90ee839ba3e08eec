import { formatISO } from 'date-fns/formatISO';
import { UTC } from '../../domain/calendar/zones.ts';
import { encodeEvent } from '../brokerage/event-codec.ts';
import { checkJournal, salvageJournal, type JournalFinding } from '../storage/journal-repair.ts';
import type { StorageOptions } from '../storage/open-repositories.ts';
import { UsageError } from './admin-context.ts';

/** Runs `journal check` and `journal salvage`. The server must be stopped: only one program at a time has the journal. */
export async function runJournalCommand(
  verb: string | undefined,
  storage: StorageOptions,
  { nowMs, print }: { readonly nowMs: number; readonly print: (line: string) => void },
): Promise<void> {
  if (verb !== 'check' && verb !== 'salvage') throw new UsageError('journal: check or salvage.');
  const found = await checkJournal(storage);
  for (const line of linesOf(found)) print(line);
  if (verb === 'check') {
    if (found.damage !== undefined) throw new Error('the journal is damaged.');
    return;
  }
  if (found.damage === undefined) throw new Error('there is nothing to salvage: the journal is whole.');
  const stamp = formatISO(nowMs, { format: 'basic', in: UTC });
  const { payload } = encodeEvent(1, { kind: 'lost', timeMs: nowMs });
  const { lastWhole, keptAs } = await salvageJournal(storage, payload, stamp);
  print(`The journal now holds the ${lastWhole} whole records; the numbers of the lost ones stay unused.`);
  print(`The damaged journal was kept as ${keptAs}.`);
}

function linesOf({ lastWhole, damage, acknowledged }: JournalFinding): string[] {
  const lines = [`Records 1 to ${lastWhole} are whole.`];
  if (damage !== undefined) lines.push(`Damage: ${damage}.`);
  if (acknowledged > lastWhole)
    lines.push(`Record ${acknowledged} was acknowledged: ${acknowledged - lastWhole} records are lost.`);
  return lines;
}
