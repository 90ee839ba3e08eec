import { ALERT_SCHEMA_VERSION } from '../../../domain/alerts/index.ts';
import { DRAWING_SCHEMA_VERSION } from '../../../domain/drawings/index.ts';
import { HttpRefusal } from '../../http-kit/http-refusal.ts';
import type { Handlers } from '../../http-kit/route-types.ts';
import type { GatewayDeps } from '../deps.ts';

/** The calls about documents of all kinds. */
export function documentRoutes({
  alerts,
  drawings,
}: Pick<GatewayDeps, 'alerts' | 'drawings'>): Pick<Handlers, 'documentsList'> {
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
  };
}
