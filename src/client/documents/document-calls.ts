import type { InferOutput } from 'valibot';
import { documentsHttp } from '../../protocol/http-documents.ts';
import { failureText, type AnswerOf, type HttpApi } from '../connection/http-api.ts';
import type { DocumentCalls, ListedDocument, VersionedDocument } from './types.ts';

type ListedKind = InferOutput<typeof documentsHttp.documentsList.params>['kind'];

/** The HTTP calls about the documents of the signed-in user. */
export function createDocumentCalls({
  api,
  token,
}: {
  readonly api: Pick<HttpApi, 'callRoute'>;
  readonly token: () => string | null;
}): DocumentCalls {
  return {
    async page(kind: ListedKind, after: string | null) {
      const params = after === null ? { kind } : { kind, after };
      const { Items, Next } = await api.callRoute(documentsHttp.documentsList, null, {
        token: token(),
        params,
      });
      return {
        items: Items.map(({ Id, Version, Body }): ListedDocument => ({
          id: Id,
          version: Version,
          body: Body,
        })),
        next: Next,
      };
    },
    async versions(before) {
      const params = before === null ? {} : { before: String(before) };
      const { Items, Present, Next } = await shown(
        api.callRoute(documentsHttp.documentVersions, null, { token: token(), params }),
      );
      return {
        versions: Items.map((item) => ({
          ...toDocument(item),
          id: item.Id,
          changedMs: item.Changed,
          browser: item.Browser,
          isRemoval: item.IsRemoval,
        })),
        present: Present.map(toDocument),
        next: Next,
      };
    },
    async version(id) {
      const params = { id: String(id) };
      return toDocument(
        await shown(api.callRoute(documentsHttp.documentVersion, null, { token: token(), params })),
      );
    },
  };
}

const toDocument = ({
  Kind,
  Document,
  Version,
  Body,
}: AnswerOf<typeof documentsHttp.documentVersions>['Present'][number]): VersionedDocument => ({
  kind: Kind,
  document: Document,
  version: Version,
  body: Body,
});

/** Rejects with an Error whose message can be shown. */
const shown = <Answer>(call: Promise<Answer>): Promise<Answer> =>
  call.catch((error: unknown) => {
    throw new Error(failureText(error), { cause: error });
  });
