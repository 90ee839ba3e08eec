import type { HttpApi } from '../connection/http-api.ts';
import { DEMO_SAVE_TEXT } from '../settings/store-texts.ts';
import type { SavedItem, SavedItems } from '../types.ts';

const DEMO_DELETE_TEXT = 'Deleting is not supported during Demo Session';

/** The HTTP calls, and the user whose items are read and saved. */
export interface SavedItemsDeps {
  readonly api: Pick<HttpApi, 'call'>;
  readonly user: () => { readonly token: string | null; readonly isDemo: boolean };
}

const itemOf = ({ Id, Name }: { Id: number; Name: string }): SavedItem => ({ id: Id, name: Name });

/** Throws the Error text of an answer; a refusal comes as a body with status 200. */
function accepted<Answer>(answer: Answer): Exclude<Answer, { Error: string }> {
  if (typeof answer === 'object' && answer !== null && 'Error' in answer && typeof answer.Error === 'string')
    throw new Error(answer.Error);
  // The only shape with an Error text was just thrown.
  return answer as Exclude<Answer, { Error: string }>;
}

/** What the tools save under names, kept by the server. */
export function createSavedItems({ api, user }: SavedItemsDeps): SavedItems {
  const asUser = () => ({ token: user().token });
  return {
    async list(toolType) {
      return accepted(await api.call('settingsList', null, { ...asUser(), params: { toolType } })).map(
        itemOf,
      );
    },
    async lists() {
      const lists = accepted(await api.call('settingsLists', null, asUser()));
      return new Map(
        Object.entries(lists).map(([toolType, items]) => [
          toolType,
          Array.isArray(items) ? items.map(itemOf) : [],
        ]),
      );
    },
    async save(toolType, name, data, id) {
      if (user().isDemo) throw new Error(DEMO_SAVE_TEXT);
      return itemOf(
        accepted(
          await api.call('settingsSave', data ?? null, {
            ...asUser(),
            params: { toolType, name, settingId: id === undefined ? undefined : String(id) },
          }),
        ),
      );
    },
    async load(id) {
      return accepted(await api.call('settingsLoad', null, { ...asUser(), params: { id: String(id) } }));
    },
    async remove(id) {
      if (user().isDemo) throw new Error(DEMO_DELETE_TEXT);
      accepted(await api.call('settingsDelete', null, { ...asUser(), params: { id: String(id) } }));
    },
  };
}
