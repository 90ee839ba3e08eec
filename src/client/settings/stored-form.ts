import * as v from 'valibot';
import { storeConflictBody } from '../../protocol/index.ts';
import { HttpError, type RouteAnswer, type RouteBody } from '../connection/http-api.ts';
import type { UserSettings } from '../types.ts';
import type { Base } from './settings-types.ts';
import { readSettings, writeSettings } from './user-settings.ts';

/** Stored for a user without workspaces: the server takes JSON only. */
const NO_WORKSPACES = '{}';

/** What the server holds, in an answer to a load and in a refusal because another writer was first. */
type StoredState = Pick<RouteAnswer<'loadSettings'>, 'Revision' | 'Settings' | 'Workspace'>;

const workspaceOf = (text: string | null): string => (text === null || text === NO_WORKSPACES ? '' : text);

/** The base of a page that has just loaded its settings. */
export function baseFrom(stored: StoredState): Base {
  const workspace = workspaceOf(stored.Workspace);
  return {
    revision: stored.Revision,
    settings: readSettings(stored.Settings),
    workspace,
    ancestor: workspace,
  };
}

/** The base after another writer has stored: the workspaces on screen keep their ancestor. */
export const rebased = (base: Base, stored: StoredState): Base => ({
  ...baseFrom(stored),
  ancestor: base.ancestor,
});

/** What another writer has stored when a request failed because of it; null for any other failure. */
export function conflictingState(error: unknown): StoredState | null {
  if (!(error instanceof HttpError) || error.status !== 409) return null;
  const parsed = v.safeParse(storeConflictBody, error.body);
  return parsed.success ? parsed.output : null;
}

/** The request that stores settings and workspaces as a change against `base`. */
export const storeBody = (
  base: Base,
  { settings, workspace, page }: { settings: UserSettings; workspace: string; page: string },
): RouteBody<'storeSettings'> => ({
  Workspace: workspace === '' ? NO_WORKSPACES : workspace,
  Settings: writeSettings(settings),
  Page: page,
  BaseRevision: base.revision,
});
