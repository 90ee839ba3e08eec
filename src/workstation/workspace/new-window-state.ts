import type { NewWindow, UserSettings } from '../../client/types.ts';
import { restoreState, serializeState, type AnyPlugin } from '../../plugin-api/index.ts';

/** What new windows of a tool begin with: its initial state, with what the user has chosen for them. A choice that cannot be read is left out. */
export function newWindowState(
  { id, state, newWindows }: Pick<AnyPlugin, 'id' | 'state' | 'newWindows'>,
  { newWindows: chosen }: Pick<UserSettings, 'newWindows'>,
): unknown {
  const stored = Object.hasOwn(chosen, id) ? chosen[id] : undefined;
  if (stored === undefined || newWindows === undefined) return state.initial;
  const restored = restoreState(state, stored);
  return restored.ok ? { ...Object(state.initial), ...newWindows.from(restored.value) } : state.initial;
}

/** What of a window's state the user's new windows are to begin with, as the settings store it. */
export function chosenState(
  { state, newWindows }: Pick<AnyPlugin, 'state' | 'newWindows'>,
  present: unknown,
): NewWindow {
  return serializeState(state, { ...Object(state.initial), ...newWindows?.from(present) });
}
