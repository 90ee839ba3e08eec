import * as v from 'valibot';
import { newYorkDate } from '../../src/domain/calendar/us-equity.ts';
import { type Save, SAVE_ID_LIMIT } from '../../src/domain/saves/index.ts';
import { NOTES_TYPE } from './notes-type.ts';

/** Characters of a note. */
export const MAX_NOTE = 4_000;
/** Tags of a note, and characters of a tag. */
export const MAX_TAGS = 20;
export const MAX_TAG = 40;
/** Snapshots of a note. */
export const MAX_SNAPSHOTS = 10;

const snapshotSchema = v.object({
  Id: v.pipe(v.string(), v.maxLength(40)),
  /** When it was taken, exchange UTC ms. */
  Taken: v.number(),
  Symbol: v.pipe(v.string(), v.maxLength(30)),
});
const noteSchema = v.object({
  /** What the trip was, for a note whose trip a bust has removed. */
  Symbol: v.pipe(v.string(), v.maxLength(30)),
  Opened: v.number(),
  Tags: v.pipe(v.array(v.pipe(v.string(), v.maxLength(MAX_TAG))), v.maxLength(MAX_TAGS)),
  Note: v.pipe(v.string(), v.maxLength(MAX_NOTE)),
  /** 1 to 5; 0 = none. */
  Rating: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(5)),
  Snapshots: v.pipe(v.array(snapshotSchema), v.maxLength(MAX_SNAPSHOTS)),
});

/** What a user has written about a round trip. */
export type TradeNote = v.InferOutput<typeof noteSchema>;
/** A picture of a chart in a note. */
export type NoteSnapshot = TradeNote['Snapshots'][number];

/** A round trip, as notes name it. */
export interface NotedTrip {
  readonly Id: string;
  readonly Symbol: string;
  readonly Opened: number;
}

/** The notes of one account. Of a trip that two machines described differently there are several. */
export interface AccountNotes {
  readonly byTrip: ReadonlyMap<string, readonly { readonly saveId: string; readonly note: TradeNote }[]>;
  /** Tags of all notes, in alphabetical order. */
  readonly tags: readonly string[];
}

/** `DEMO-1 2026-03`: the month in which a trip was opened, New York. */
const nameOf = (account: string, openedMs: number): string =>
  `${account} ${newYorkDate(openedMs).slice(0, 7)}`;
/** Names of saves that a conflict has added end with a number in brackets. */
const isOfAccount = (account: string, name: string): boolean =>
  name.startsWith(`${account} `) && /^\d{4}-\d{2}( \(\d+\))?$/.test(name.slice(account.length + 1));

/** An empty note of a trip. */
export const emptyNote = ({ Symbol, Opened }: NotedTrip): TradeNote => ({
  Symbol,
  Opened,
  Tags: [],
  Note: '',
  Rating: 0,
  Snapshots: [],
});

/** Whether a user has written nothing. */
const isEmptyNote = ({ Tags, Note, Rating, Snapshots }: TradeNote): boolean =>
  Tags.length === 0 && Note === '' && Rating === 0 && Snapshots.length === 0;

const entriesOf = ({ Data }: Save): readonly (readonly [string, unknown])[] =>
  typeof Data === 'object' && Data !== null ? Object.entries(Data) : [];

/** The notes of an account in the saves. What is damaged is left out, and stays in its save. */
export function notesOf(saves: readonly Save[], account: string): AccountNotes {
  const byTrip = new Map<string, { saveId: string; note: TradeNote }[]>();
  const tags = new Set<string>();
  for (const save of saves) {
    if (save.Type !== NOTES_TYPE || !isOfAccount(account, save.Name)) continue;
    for (const [tripId, stored] of entriesOf(save)) {
      const read = v.safeParse(noteSchema, stored);
      if (!read.success) continue;
      for (const tag of read.output.Tags) tags.add(tag);
      const known = byTrip.get(tripId) ?? [];
      byTrip.set(tripId, known);
      if (!known.some(({ note }) => isSameNote(note, read.output)))
        known.push({ saveId: save.Id, note: read.output });
    }
  }
  return { byTrip, tags: [...tags].sort((a, b) => a.localeCompare(b, 'en-US')) };
}

const isSameNote = (left: TradeNote, right: TradeNote): boolean =>
  JSON.stringify(v.parse(noteSchema, left)) === JSON.stringify(v.parse(noteSchema, right));

/**
 * The save that holds a note after a change: that of its month, or the one that it is in. The id of a new one follows from account and month, so
 * that two machines make the same save. An empty note is left out; `isEmpty` says that nothing is left in the save.
 */
export function withNote(
  saves: readonly Save[],
  { account, trip, note }: { readonly account: string; readonly trip: NotedTrip; readonly note: TradeNote },
): { readonly save: Save; readonly isEmpty: boolean } {
  const name = nameOf(account, trip.Opened);
  const mine = saves.filter(({ Type }) => Type === NOTES_TYPE);
  const present =
    mine.find((save) => isOfAccount(account, save.Name) && entriesOf(save).some(([id]) => id === trip.Id)) ??
    mine.find(({ Name }) => Name === name);
  const before = present ?? { Id: saveIdOf(name), Type: NOTES_TYPE, Name: name, Data: {} };
  const others = entriesOf(before).filter(([id]) => id !== trip.Id);
  const entries = isEmptyNote(note) ? others : [...others, [trip.Id, note] as const];
  return { save: { ...before, Data: Object.fromEntries(entries) }, isEmpty: entries.length === 0 };
}

/** The same saves without the other versions of a note: the one in `keptId` stays. */
export function withOneVersion(saves: readonly Save[], tripId: string, keptId: string): readonly Save[] {
  return saves
    .filter((save) => save.Type === NOTES_TYPE && save.Id !== keptId)
    .filter((save) => entriesOf(save).some(([id]) => id === tripId))
    .map((save) => ({
      ...save,
      Data: Object.fromEntries(entriesOf(save).filter(([id]) => id !== tripId)),
    }));
}

/** A hash (FNV-1a) of the name within the range of save ids. */
function saveIdOf(name: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const char of `${NOTES_TYPE} ${name}`) {
    hash ^= BigInt(char.codePointAt(0) ?? 0);
    hash = BigInt.asUintN(64, hash * 0x100000001b3n);
  }
  return String(1 + Number(hash % BigInt(SAVE_ID_LIMIT - 1)));
}
