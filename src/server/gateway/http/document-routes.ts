import { ALERT_SCHEMA_VERSION } from '../../../domain/alerts/index.ts';
import { DRAWING_SCHEMA_VERSION } from '../../../domain/drawings/index.ts';
import { type Save, SAVE_SCHEMA_VERSION } from '../../../domain/saves/index.ts';
import type { PresentDocument } from '../../documents/document-history.ts';
import type { DocumentWriteOutcome } from '../../documents/user-documents.ts';
import { HttpRefusal } from '../../http-kit/http-refusal.ts';
import type { Handlers } from '../../http-kit/route-types.ts';
import { browserName, keptUserAgent } from '../browser-name.ts';
import type { GatewayDeps } from '../deps.ts';

const NOT_IN_DEMO = 'Documents of a demo session are not stored';

/** The calls about documents of all kinds. */
export function documentRoutes({
  alerts,
  drawings,
  saveDocuments,
  documentHistory,
}: Pick<GatewayDeps, 'alerts' | 'drawings' | 'saveDocuments' | 'documentHistory'>): Pick<
  Handlers,
  'documentsList' | 'documentPut' | 'documentRemove' | 'documentVersions' | 'documentVersion'
> {
  const kinds = {
    alert: { version: ALERT_SCHEMA_VERSION, documents: alerts.documents },
    drawing: { version: DRAWING_SCHEMA_VERSION, documents: drawings },
  };
  return {
    async documentsList({ caller, params }) {
      if (caller.isDemo) throw new HttpRefusal(403, NOT_IN_DEMO);
      const { version, documents } = kinds[params.kind];
      const { items, next } = await documents.page(caller.userId, params.after ?? '');
      return {
        Items: items.flatMap(({ id, row }) =>
          row === null ? [] : { Id: id, Version: version, Body: { ...row } },
        ),
        Next: next,
      };
    },
    async documentPut({ caller, params, body, reply }) {
      if (caller.isDemo) throw new HttpRefusal(403, NOT_IN_DEMO);
      const write = {
        id: params.id,
        seenRevision: Number(params.seen),
        schemaVersion: Number(params.version),
        body,
        userAgent: keptUserAgent(reply.request.headers['user-agent']),
      };
      return toOutcome(await saveDocuments.put(caller.userId, write));
    },
    async documentRemove({ caller, params, reply }) {
      if (caller.isDemo) throw new HttpRefusal(403, NOT_IN_DEMO);
      const userAgent = keptUserAgent(reply.request.headers['user-agent']);
      const removal = { id: params.id, seenRevision: Number(params.seen), userAgent };
      return toOutcome(await saveDocuments.remove(caller.userId, removal));
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

function toOutcome(outcome: DocumentWriteOutcome<Save>) {
  switch (outcome.kind) {
    case 'stored':
      return { Outcome: 'stored' as const, Revision: outcome.revision };
    case 'refused': {
      const { message, isNameTaken = false } = outcome;
      return { Outcome: 'refused' as const, IsNameTaken: isNameTaken, Message: message };
    }
    case 'conflict': {
      const { id, revision, row } = outcome.present;
      const Body = row === null ? null : { ...row };
      return {
        Outcome: 'conflict' as const,
        State: { Id: id, Revision: revision, Version: SAVE_SCHEMA_VERSION, Body },
      };
    }
  }
}

const toEntries = ({ kind, id, schemaVersion }: Omit<PresentDocument, 'body'>) => ({
  Kind: kind,
  Document: id,
  Version: schemaVersion,
});
