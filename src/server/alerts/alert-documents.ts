import {
  ALERT_SCHEMA_VERSION,
  type AlertRow,
  MAX_ALERTS_PER_USER,
  readAlert,
  withFiring,
} from '../../domain/alerts/index.ts';
import { type DocumentRules, type UserDocument, UserDocuments } from '../documents/user-documents.ts';
import type { UserTasks } from '../documents/user-tasks.ts';
import type { Repositories } from '../storage/repositories.ts';

/** An alert document as clients receive it. */
export type AlertDocument = UserDocument<AlertRow>;

export interface AlertDocumentsOptions {
  readonly repositories: Pick<Repositories, 'documents' | 'alerts'>;
  /** Shared with the evaluation, so that a write never races with a firing of the same user. */
  readonly tasks: UserTasks;
  readonly hostMs: () => number;
  /** A document was written: its alert is evaluated as it is now. */
  readonly onWritten: (userId: string, document: AlertDocument) => void;
}

const RULES: DocumentRules<AlertRow> = {
  kind: 'alert',
  schemaVersion: ALERT_SCHEMA_VERSION,
  maxDocuments: MAX_ALERTS_PER_USER,
  maxRemoved: 10_000,
  read: readAlert,
  messages: {
    tooNew: 'This alert was made by a newer version of Tapedeck, which this server cannot read.',
    invalid: 'The alert is invalid. It was not stored.',
    full: `You have ${MAX_ALERTS_PER_USER.toLocaleString('en-US')} alerts, the maximum. Remove some before you add more.`,
  },
};

/** Alerts of registered users as documents. A side whose arming has fired already is stored with its firing time, whatever the client sent. */
export class AlertDocuments extends UserDocuments<AlertRow> {
  constructor({ repositories, tasks, hostMs, onWritten }: AlertDocumentsOptions) {
    super({
      rules: RULES,
      documents: repositories.documents,
      tasks,
      hostMs,
      onWritten,
      complete: async (userId, row) => {
        const firings = await repositories.alerts.ofAlert(userId, row.Id);
        return firings.reduce(withFiring, row);
      },
    });
  }
}
