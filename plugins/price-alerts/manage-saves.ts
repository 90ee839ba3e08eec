import { markOf, randomId, type ToolWindow } from '../../src/plugin-api/index.ts';
import { fromSaved, idsOnlyIn } from './alerts.ts';
import { listedAlerts } from './listed-alerts.ts';
import { markedForm, savedForm } from './saved-form.ts';
import { alertsOf } from './shown-alerts.ts';
import { MAX_ALERTS, type PriceAlertsState } from './state.ts';

type Window = ToolWindow<PriceAlertsState>;

/** The alerts that a save of the window contains. */
const savedRows = (window: Window) => alertsOf(window).slice(0, MAX_ALERTS);

/** Opens the saves of the tool, and loads or stores one. */
export async function manageSaves(window: Window): Promise<void> {
  const { dialogs } = window.platform;
  const done = await dialogs.saves({
    toolType: 'PriceAlerts',
    title: 'Saved alerts',
    currentName: window.getState().FileName,
    data: () => savedForm(window.getState(), savedRows(window)),
    note: 'Loading makes new alerts from the saved ones. Later changes of the saved ones do not change them.',
    onGone: () => window.update({ FileName: null, SavedAs: null }),
  });
  if (done?.kind === 'saved') onSaved(window, done.name);
  else if (done !== null) await load(window, done.data, done.name);
}

/** The window lists everything that it has saved, also alerts that no window listed before. */
function onSaved(window: Window, name: string): void {
  const rows = savedRows(window);
  const SavedAs = markOf(markedForm(window.getState(), rows));
  window.update({ Alerts: rows.map(({ Id }) => Id), FileName: name, SavedAs });
}

async function load(window: Window, data: unknown, name: string): Promise<void> {
  const loaded = fromSaved(data, name, randomId);
  if (!loaded.ok) return window.platform.dialogs.alert({ title: 'Saved alerts', message: loaded.message });
  const before = window.getState();
  replaceAlerts(window, {
    ...loaded,
    change: {
      ...loaded.change,
      SavedAs: markOf(markedForm({ ...before, ...loaded.change }, loaded.rows)),
    },
  });
}

/** Puts loaded alerts in place of those that the window lists, and offers to undo it. */
function replaceAlerts(
  window: Window,
  { rows, change }: Pick<Extract<ReturnType<typeof fromSaved>, { ok: true }>, 'rows' | 'change'>,
): void {
  const { alertDocuments, joinSteps } = window.platform;
  const before = window.getState();
  const removed = listedAlerts(idsOnlyIn(window, before.Alerts), alertDocuments.get().rows);
  const name = `“${change.FileName ?? ''}”`;
  const count = removed.length === 1 ? '1 alert' : `${removed.length} alerts`;
  const message =
    removed.length === 0
      ? {}
      : { message: `${name} loaded in place of ${count}.`, key: `loaded ${window.id}` };
  joinSteps({ title: `Load alerts ${name}`, ...message }, () => {
    alertDocuments.remove(removed.map(({ Id }) => Id));
    alertDocuments.put(rows);
    window.update(change);
  });
}
