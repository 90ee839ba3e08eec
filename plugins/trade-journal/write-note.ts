import { displaySymbol } from '../../src/domain/symbols/symbol.ts';
import type { ToolPlatform } from '../../src/plugin-api/index.ts';
import { emptyNote, notesOf, type NotedTrip, type TradeNote, withNote, withOneVersion } from './notes.ts';
import type { SaveStore } from './save-store.ts';

/** Where a note is written. */
export interface NotePlace {
  readonly platform: Pick<ToolPlatform, 'joinSteps'>;
  readonly store: Pick<SaveStore, 'get' | 'put' | 'remove'>;
  readonly account: string;
  readonly trip: NotedTrip;
}

/** The note of a trip as it is stored now. */
export const presentNote = ({ store, account, trip }: Omit<NotePlace, 'platform'>): TradeNote =>
  notesOf(store.get().rows, account).byTrip.get(trip.Id)?.[0]?.note ?? emptyNote(trip);

/** Changes fields of a note, as one step of undo: `Change note of AAPL`. Other fields stay as another machine may have written them. */
export function writeNote(place: NotePlace, change: Partial<TradeNote>, name = 'note'): void {
  const { platform, store, account, trip } = place;
  const note = { ...presentNote(place), ...change };
  const { save, isEmpty } = withNote(store.get().rows, { account, trip, note });
  platform.joinSteps({ title: `Change ${name} of ${displaySymbol(trip.Symbol)}` }, () => {
    if (isEmpty) store.remove([save.Id]);
    else store.put([save]);
  });
}

/** Keeps one of several versions of a note and removes the others. */
export function keepVersion({ platform, store, trip }: NotePlace, saveId: string): void {
  const others = withOneVersion(store.get().rows, trip.Id, saveId);
  const [empty, changed] = [others.filter(isEmptySave), others.filter((save) => !isEmptySave(save))];
  platform.joinSteps({ title: `Keep one note of ${displaySymbol(trip.Symbol)}` }, () => {
    store.put(changed);
    store.remove(empty.map(({ Id }) => Id));
  });
}

const isEmptySave = ({ Data }: { readonly Data: unknown }): boolean =>
  typeof Data === 'object' && Data !== null && Object.keys(Data).length === 0;
