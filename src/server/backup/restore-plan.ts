import { isValid } from 'date-fns/isValid';
import { parseISO } from 'date-fns/parseISO';
import { decodeEvent } from '../brokerage/event-codec.ts';
import type { BackupArchive } from './backup-archive.ts';
import { parseRecord } from './backup-lines.ts';
import { JOURNAL_PART } from './backup-manifest.ts';

/** Where a restore stops the journal: after a record, or before the first record later than a moment of exchange time. */
export type Until =
  { readonly kind: 'record'; readonly seq: number } | { readonly kind: 'time'; readonly timeMs: number };

/** Cash of an account as the kept part of the journal has it. */
export interface KeptFunding {
  readonly cashE4: number;
  readonly version: number;
}

/** What a restore keeps of a backup. */
export interface RestorePlan {
  /** The last record that is restored; 0 = none. */
  readonly lastSeq: number;
  /** Checksum of that record. */
  readonly checksum: number;
  /** Exchange time of that record, ms; undefined without records. */
  readonly timeMs: number | undefined;
  /** The newest funding of each account among the restored records. */
  readonly fundings: ReadonlyMap<string, KeptFunding>;
  /** Accounts that are funded among the records that are left out. */
  readonly fundedLater: ReadonlySet<string>;
}

/** Parses a number of a record, or a moment written as 2026-03-02T15:30:00Z. Undefined for any other text. */
export function parseUntil(text: string): Until | undefined {
  if (/^[1-9]\d{0,14}$/.test(text)) return { kind: 'record', seq: Number(text) };
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(text)) return undefined;
  const moment = parseISO(text);
  return isValid(moment) ? { kind: 'time', timeMs: moment.getTime() } : undefined;
}

/** Records that the server writes together with the one that follows them. */
const FIRST_HALVES: readonly string[] = ['accepted', 'cancelPending'];

/** Reads the journal of a backup, and says how much of it a restore keeps. */
export async function planRestore(archive: BackupArchive, until: Until | undefined): Promise<RestorePlan> {
  const { lastRecord } = archive.manifest.journal;
  if (until?.kind === 'record' && until.seq > lastRecord)
    throw new Error(`The backup ends at record ${lastRecord}; it has no record ${until.seq}.`);
  const fundings = new Map<string, KeptFunding>();
  const fundedLater = new Set<string>();
  let isKept = true;
  let seq = 0;
  /** The last record, and the last one that can be the end. */
  let [end, whole] = [NOTHING, NOTHING];
  for await (const line of archive.lines(JOURNAL_PART)) {
    const { payload, crc } = parseRecord(line);
    seq += 1;
    const event = decodeEvent({ seq, payload });
    isKept &&= isWithin(until, seq, event.timeMs);
    if (isKept) {
      end = { lastSeq: seq, checksum: crc, timeMs: event.timeMs };
      // An order whose acceptance is the last record would neither be confirmed nor answered.
      if (!FIRST_HALVES.includes(event.kind)) whole = end;
    }
    if (event.kind !== 'funded') continue;
    if (isKept) fundings.set(event.account, { cashE4: event.cashE4, version: event.version });
    else fundedLater.add(event.account);
  }
  if (until?.kind === 'time' && end.lastSeq === 0 && seq > 0)
    throw new Error(
      'All records of the backup are later than this time. Times of records are exchange times.',
    );
  return { ...(until === undefined ? end : whole), fundings, fundedLater };
}

function isWithin(until: Until | undefined, seq: number, timeMs: number): boolean {
  if (until === undefined) return true;
  return until.kind === 'record' ? seq <= until.seq : timeMs <= until.timeMs;
}

const NOTHING: Pick<RestorePlan, 'lastSeq' | 'checksum' | 'timeMs'> = {
  lastSeq: 0,
  checksum: 0,
  timeMs: undefined,
};
