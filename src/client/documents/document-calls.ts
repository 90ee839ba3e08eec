import type { InferOutput } from 'valibot';
import { documentsHttp } from '../../protocol/http-documents.ts';
import type { HttpApi } from '../connection/http-api.ts';
import type { DocumentCalls, ListedDocument } from './types.ts';

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
  };
}
