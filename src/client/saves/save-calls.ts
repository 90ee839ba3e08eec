import { SAVE_SCHEMA_VERSION, type Save } from '../../domain/saves/index.ts';
import { documentsHttp } from '../../protocol/http-documents.ts';
import { type AnswerOf, failureText, type HttpApi, HttpError, isPassing } from '../connection/http-api.ts';
import type { DocumentWrite } from '../documents/document-entries.ts';

/** HTTP status of an access token that has expired: the session renews it. */
const UNAUTHORIZED = 401;

/** What became of a write. `unknown`: no answer arrived, or one that may be different later. */
export type SaveAnswer = AnswerOf<typeof documentsHttp.documentPut> | { readonly Outcome: 'unknown' };

/** Sends a write of a save. Never rejects. */
export type WriteSave = (write: DocumentWrite<Save>) => Promise<SaveAnswer>;

/** Sends writes of saves over HTTP, because they may be longer than a frame of a socket. */
export const saveWriter =
  (api: Pick<HttpApi, 'callRoute'>, token: () => string | null): WriteSave =>
  async ({ id, seenRevision, row }) => {
    const params = { kind: 'save' as const, id, seen: String(seenRevision) };
    const version = String(SAVE_SCHEMA_VERSION);
    try {
      return row === null
        ? await api.callRoute(documentsHttp.documentRemove, null, { token: token(), params })
        : await api.callRoute(
            documentsHttp.documentPut,
            { ...row },
            { token: token(), params: { ...params, version } },
          );
    } catch (error) {
      const isExpired = error instanceof HttpError && error.status === UNAUTHORIZED;
      if (isPassing(error) || isExpired) return { Outcome: 'unknown' };
      return { Outcome: 'refused', IsNameTaken: false, Message: failureText(error) };
    }
  };
