import type { DocumentVersion } from '../../client/types.ts';
import type { Desk } from '../desk-context.ts';
import { freeName } from '../../domain/names/free-name.ts';
import { MAX_SAVE_NAME } from '../../domain/saves/index.ts';
import { travelAlerts } from '../workspace/undo-alerts.ts';
import { readState } from './document-texts.ts';

const UNREADABLE = 'This version cannot be read. Choose another one.';
const NOT_CONNECTED = 'The document cannot be restored now. Try again once the server is connected.';

type RestoreDesk = Pick<Desk, 'platform' | 'undo'>;

/**
 * Restores one document as it was, also a removed one, and nothing else. Alerts and drawings are restored as a step of undo; a saved item is added beside the
 * present ones. Resolves with what was done. Rejects with an Error whose message can be shown.
 */
export async function restoreDocument(desk: RestoreDesk, version: DocumentVersion): Promise<string> {
  const state = readState(version);
  if (state === undefined) throw new Error(UNREADABLE);
  switch (state.kind) {
    case 'alert': {
      const { alertDocuments } = desk.platform;
      const { rows, isLoaded } = alertDocuments.get();
      if (!isLoaded) throw new Error(NOT_CONNECTED);
      const present = rows.get(state.row.Id) ?? null;
      const change = { Kind: 'alert' as const, Before: present, After: state.row };
      desk.undo.join(`Restore alert on ${state.row.Symbol}`, () => {
        travelAlerts(alertDocuments, [change], 'After');
      });
      // No window lists it any more.
      const place = present === null ? ' The first Price Alerts window shows it.' : '';
      return `Alert on ${state.row.Symbol} restored.${place}`;
    }
    case 'drawing': {
      const { row } = state;
      const store = await desk.platform.sharedDrawings.open();
      if (!(await store.load([row.Symbol]))) throw new Error(NOT_CONNECTED);
      const isThere = store
        .drawingsOf(row.Symbol)
        .get()
        .rows.some(({ Id }) => Id === row.Id);
      desk.undo.join(`Restore drawing on ${row.Symbol}`, () => {
        if (isThere) store.put([row]);
        else store.restore([row]);
      });
      return `Drawing on ${row.Symbol} restored.`;
    }
    case 'save':
      return restoreSave(desk, version.id);
  }
}

async function restoreSave({ platform }: RestoreDesk, id: number): Promise<string> {
  const calls = await platform.documents();
  const whole = await calls.version(id);
  const state = readState(whole);
  if (state?.kind !== 'save' || whole.body === null || !('Data' in whole.body)) throw new Error(UNREADABLE);
  const names = (await platform.saves.list(state.type)).map(({ name }) => name);
  const name = freeName(names, state.name, MAX_SAVE_NAME);
  await platform.saves.save(state.type, name, whole.body.Data);
  return `Saved as “${name}”.`;
}
