import { ALERT_SCHEMA_VERSION, newAlert, withLevel, type AlertRow } from '../../../domain/alerts/index.ts';
import { symbolColumn } from '../../../domain/columns/index.ts';
import type { AlertDocument } from '../../alerts/alert-documents.ts';
import type { DocumentWriteOutcome } from '../../documents/user-documents.ts';
import type { GatewayDeps } from '../deps.ts';
import { msOf } from '../translate/api-v1.ts';
import { alertToApi, firingToApi } from '../translate/api-v1-alerts.ts';
import { ApiRefusal } from './api-refusal.ts';
import type { ApiCall, ApiHandlers } from './v1-types.ts';

type AlertCalls = Pick<
  ApiHandlers,
  'alerts' | 'alertFirings' | 'alertCreate' | 'alert' | 'alertChange' | 'alertRemove'
>;

/** The routes about price alerts: the documents that the workstation shows. */
export function alertCalls({ alerts, market }: Pick<GatewayDeps, 'alerts' | 'market'>): AlertCalls {
  const { documents } = alerts;
  const presentAlert = async (userId: string, alertId: string) => {
    const found = (await documents.list(userId, alertId)).find(({ id }) => id === alertId);
    if (found?.row) return { row: found.row, revision: found.revision };
    throw unknownAlert(alertId);
  };
  /** Stores an alert over the revision that was seen. */
  const put = (userId: string, row: AlertRow, seenRevision: number) =>
    documents.put(userId, { id: row.Id, seenRevision, schemaVersion: ALERT_SCHEMA_VERSION, body: row });
  return {
    async alerts({ caller, params }) {
      const { symbol, cursor = '' } = params;
      const listed = (await documents.list(caller.userId))
        .flatMap(({ row, revision }) => (row === null ? [] : [{ row, revision }]))
        .filter(({ row }) => (symbol === undefined || row.Symbol === symbol) && row.Id > cursor)
        .toSorted((left, right) => (left.row.Id < right.row.Id ? -1 : 1));
      const page = listed.slice(0, Number(params.limit));
      return {
        items: page.map(({ row, revision }) => alertToApi(row, revision)),
        nextCursor: listed.length > page.length ? (page.at(-1)?.row.Id ?? null) : null,
      };
    },
    async alertFirings({ caller, params }) {
      const limit = Number(params.limit);
      const found = await alerts.firings(caller.userId, {
        sinceMs: params.since === undefined ? 0 : sinceOf(params.since),
        afterSerial: Number(params.cursor ?? 0),
        limit: limit + 1,
      });
      const page = found.slice(0, limit);
      return {
        items: page.map(firingToApi),
        nextCursor: found.length > limit ? String(page.at(-1)?.Serial ?? '') : null,
      };
    },
    async alertCreate({ caller, body, idempotencyKey, reply }) {
      const row = requestedAlert(market, body, idempotencyKey);
      const outcome = await put(caller.userId, row, 0);
      if (outcome.kind === 'conflict') return answered(reply, repeatedAlert(row, outcome.present));
      return answered(reply, { row, revision: storedRevision(outcome) });
    },
    async alert({ caller, params, reply }) {
      return answered(reply, await presentAlert(caller.userId, params.alertId));
    },
    async alertChange({ caller, params, body, revision: seen, reply }) {
      const { row, revision } = await presentAlert(caller.userId, params.alertId);
      if (revision !== seen) throw otherRevision(revision);
      const changed = changedAlert(row, body);
      requireLevel(changed);
      const stored = storedRevision(await put(caller.userId, changed, seen));
      return answered(reply, { row: changed, revision: stored });
    },
    async alertRemove({ caller, params: { alertId }, revision: seen }) {
      await presentAlert(caller.userId, alertId);
      storedRevision(await documents.remove(caller.userId, { id: alertId, seenRevision: seen }));
      return { id: alertId };
    },
  };
}

/** The alert with its revision as the ETag. */
function answered(
  reply: ApiCall<'alert'>['reply'],
  { row, revision }: { readonly row: AlertRow; readonly revision: number },
) {
  reply.header('etag', `"${String(revision)}"`);
  return alertToApi(row, revision);
}

function requestedAlert(
  market: Pick<GatewayDeps['market'], 'instrument'>,
  { symbol, column, above, below, isPaused }: ApiCall<'alertCreate'>['body'],
  id: string,
): AlertRow {
  if (!market.instrument(symbol))
    throw new ApiRefusal(404, 'unknown_symbol', `The market does not know the symbol ${symbol}.`);
  if (symbolColumn(column)?.align !== 'right')
    throw new ApiRefusal(400, 'invalid_request', `column: ${column} is no column of numbers.`);
  const row = changedAlert(newAlert(id, symbol, column), { above, below, isPaused, isRearmed: false });
  requireLevel(row);
  return row;
}

function requireLevel({ HighAlert, LowAlert }: AlertRow): void {
  if (HighAlert === null && LowAlert === null)
    throw new ApiRefusal(
      400,
      'invalid_request',
      'above: missing, and below as well; an alert has at least one level',
    );
}

/** The alert with other levels: a side is armed again when its level changes, or on request. */
function changedAlert(
  row: AlertRow,
  { above, below, isPaused, isRearmed }: ApiCall<'alertChange'>['body'],
): AlertRow {
  const high = above === null ? null : Number(above);
  const low = below === null ? null : Number(below);
  const isHighSet = high !== row.HighAlert || (isRearmed && high !== null);
  const isLowSet = low !== row.LowAlert || (isRearmed && low !== null);
  const withHigh = isHighSet ? withLevel(row, 'High', high) : row;
  const withBoth = isLowSet ? withLevel(withHigh, 'Low', low) : withHigh;
  return { ...withBoth, Paused: isPaused };
}

/** The alert that an Idempotency-Key has made. Throws the refusal of a key that made another one. */
function repeatedAlert(wanted: AlertRow, { row, revision }: AlertDocument) {
  if (row?.Symbol === wanted.Symbol && row.Column === wanted.Column) return { row, revision };
  throw new ApiRefusal(
    409,
    'idempotency_conflict',
    row === null
      ? 'The alert of this Idempotency-Key was removed. Use a new key for a new alert.'
      : 'The Idempotency-Key was used for another alert. Use a new key for a new alert.',
  );
}

/** The revision of a write. Throws its refusal. */
function storedRevision(outcome: DocumentWriteOutcome<AlertRow>): number {
  switch (outcome.kind) {
    case 'stored':
      return outcome.revision;
    case 'conflict':
      throw otherRevision(outcome.present.revision);
    case 'refused':
      throw new ApiRefusal(422, 'alert_rejected', outcome.message);
  }
}

const unknownAlert = (alertId: string) =>
  new ApiRefusal(404, 'unknown_alert', `There is no alert ${alertId}. GET /api/v1/alerts lists them.`);
const otherRevision = (present: number) =>
  new ApiRefusal(
    409,
    'revision_conflict',
    `The alert has the revision ${String(present)} now. Read it, and repeat the change with this revision in If-Match.`,
  );

function sinceOf(text: string): number {
  const timeMs = msOf(text);
  if (timeMs !== undefined) return timeMs;
  throw new ApiRefusal(400, 'invalid_request', `since: ${text} is no date of the calendar.`);
}
