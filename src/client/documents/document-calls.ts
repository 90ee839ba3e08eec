import { type HttpApi, type RouteParams } from '../connection/http-api.ts';
import type { DocumentCalls, ListedDocument } from './types.ts';

type ListedKind = RouteParams<'documentsList'>['kind'];

/** The HTTP calls about the documents of the signed-in user. */
export function createDocumentCalls({
  api,
  token,
}: {
  readonly api: Pick<HttpApi, 'call'>;
  readonly token: () => string | null;
}): DocumentCalls {
  return {
    async page(kind: ListedKind, after: string | null) {
      const params = after === null ? { kind } : { kind, after };
      const { Items, Next } = await api.call('documentsList', null, { token: token(), params });
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
