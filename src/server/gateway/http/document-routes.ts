import { ALERT_SCHEMA_VERSION } from '../../../domain/alerts/index.ts';
import { DRAWING_SCHEMA_VERSION } from '../../../domain/drawings/index.ts';
import type { PresentDocument } from '../../documents/document-history.ts';
import { HttpRefusal } from '../../http-kit/http-refusal.ts';
import type { Handlers } from '../../http-kit/route-types.ts';
import { browserName } from '../browser-name.ts';
import type { GatewayDeps } from '../deps.ts';

/** The calls about documents of all kinds. */
export function documentRoutes({
  alerts,
  drawings,
  documentHistory,
}: Pick<GatewayDeps, 'alerts' | 'drawings' | 'documentHistory'>): Pick<
  Handlers,
  'documentsList' | 'documentVersions' | 'documentVersion'
> {
  const kinds = {
    alert: { version: ALERT_SCHEMA_VERSION, documents: alerts.documents },
    drawing: { version: DRAWING_SCHEMA_VERSION, documents: drawings },
  };
  return {
    async documentsList({ caller, params }) {
      if (caller.isDemo) throw new HttpRefusal(403, 'Documents of a demo session are not stored');
      const { version, documents } = kinds[params.kind];
      const { items, next } = await documents.page(caller.userId, params.after ?? '');
      return {
        Items: items.flatMap(({ id, row }) =>
          row === null ? [] : { Id: id, Version: version, Body: { ...row } },
        ),
        Next: next,
      };
    },
    async documentVersions({ caller, params }) {
      const before = params.before === undefined ? undefined : Number(params.before);
      const { versions, present, nextMs } = await documentHistory.page(caller.userId, before);
      return {
        Items: versions.map((version) => ({
          Id: version.changedMs,
          ...toEntries(version),
          Body: { ...version.body },
          Changed: version.changedMs,
          Browser: version.userAgent === '' ? '' : browserName(version.userAgent),
          IsRemoval: version.isRemoval,
        })),
        Present: present.map((document) => ({
          ...toEntries(document),
          Body: document.body && { ...document.body },
        })),
        Next: nextMs,
      };
    },
    async documentVersion({ caller, params }) {
      const version = await documentHistory.load(caller.userId, Number(params.id));
      if (version === undefined)
        throw new HttpRefusal(404, 'This version is not kept any more. Open the history again.');
      return { ...toEntries(version), Body: { ...version.body } };
    },
  };
}

const toEntries = ({ kind, id, schemaVersion }: Omit<PresentDocument, 'body'>) => ({
  Kind: kind,
  Document: id,
  Version: schemaVersion,
});
