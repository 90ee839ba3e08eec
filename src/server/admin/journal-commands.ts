import { formatISO } from 'date-fns/formatISO';
import { UTC } from '../../domain/calendar/zones.ts';
import { encodeEvent } from '../brokerage/event-codec.ts';
import { rebuildArchive } from '../backup/rebuild-archive.ts';
import { checkJournal, salvageJournal, type JournalFinding } from '../storage/journal-repair.ts';
import { UsageError, type AdminFlags, type StorageContext } from './admin-context.ts';
import { runJournalShow } from './journal-records.ts';

/** Runs `journal show`, and `journal check`, `journal rebuild` and `journal salvage`, for which the server must be stopped: only one program at a time has the journal. */
export async function runJournalCommand(
  verb: string | undefined,
  flags: AdminFlags,
  context: Pick<StorageContext, 'storage' | 'nowMs' | 'print' | 'progress'>,
  [range]: readonly string[],
): Promise<void> {
  const { storage, nowMs, print } = context;
  if (verb === 'show') return runJournalShow(range, flags, { storage, print });
  if (verb === 'rebuild') return runRebuild(range, context);
  if (verb !== 'check' && verb !== 'salvage')
    throw new UsageError('journal: show, check, rebuild or salvage.');
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

/** Writes lost files of the archive again from a backup. */
async function runRebuild(
  file: string | undefined,
  { storage, print, progress }: Pick<StorageContext, 'storage' | 'print' | 'progress'>,
): Promise<void> {
  if (file === undefined) throw new UsageError('journal rebuild: name the backup file.');
  if (storage.databaseUrl)
    throw new Error(
      'With PostgreSQL the archive is in the table journal_block. Restore the database, or restore a backup.',
    );
  const rebuilt = await rebuildArchive({ file, dataFolder: storage.dataFolder, onProgress: progress });
  for (const { segment, firstSeq, lastSeq, keptAs } of rebuilt)
    print(
      `Records ${firstSeq} to ${lastSeq} are in the archive again (${segment})${keptAs === undefined ? '' : `; the damaged file is kept as ${keptAs}`}.`,
    );
}

function linesOf({ lastWhole, damage, acknowledged }: JournalFinding): string[] {
  const lines = [`Records 1 to ${lastWhole} are whole.`];
  if (damage !== undefined) lines.push(`Damage: ${damage}.`);
  if (acknowledged > lastWhole)
    lines.push(`Record ${acknowledged} was acknowledged: ${acknowledged - lastWhole} records are lost.`);
  return lines;
}
