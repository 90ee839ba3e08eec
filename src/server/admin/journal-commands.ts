import { formatISO } from 'date-fns/formatISO';
import { UTC } from '../../domain/calendar/zones.ts';
import { encodeEvent } from '../brokerage/event-codec.ts';
import { checkJournal, salvageJournal, type JournalFinding } from '../storage/journal-repair.ts';
import { UsageError, type AdminFlags, type StorageContext } from './admin-context.ts';
import { runJournalShow } from './journal-records.ts';

/** Runs `journal show`, and `journal check` and `journal salvage`, for which the server must be stopped: only one program at a time has the journal. */
export async function runJournalCommand(
  verb: string | undefined,
  flags: AdminFlags,
  { storage, nowMs, print }: Pick<StorageContext, 'storage' | 'nowMs' | 'print'>,
  [range]: readonly string[],
): Promise<void> {
  if (verb === 'show') return runJournalShow(range, flags, { storage, print });
  if (verb !== 'check' && verb !== 'salvage') throw new UsageError('journal: show, check or salvage.');
  if (range !== undefined) throw new UsageError(`journal ${verb}: "${range}" is one word too many.`);
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
