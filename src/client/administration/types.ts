import type { adminHttp } from '../../protocol/http-admin.ts';
import type { AnswerOf } from '../connection/http-api.ts';

type Row<
  Name extends
    'adminUsers' | 'adminAccounts' | 'adminSessions' | 'adminApiKeys' | 'adminClosings' | 'adminAudit',
> = AnswerOf<(typeof adminHttp)[Name]>['Items'][number];

/** A user as administrators see it. */
export type AdminUser = Row<'adminUsers'>;
/** An account as administrators see it; `OpeningCash` in dollars. */
export type AdminAccount = Row<'adminAccounts'>;
/** A session of any user; times are UTC ms of the server. */
export type AdminSession = Row<'adminSessions'>;
/** An API key of any user, without its secret; times are UTC ms of the server. */
export type AdminApiKey = Row<'adminApiKeys'>;
/** A day on which the exchanges are closed or close early beside the rules. */
export type AdminClosing = Row<'adminClosings'>;
/** An entry of the audit trail; `Time` is UTC ms of the server. */
export type AuditItem = Row<'adminAudit'>;
/** The risk limits, and the names of all limits that can be set. */
export type AdminLimits = AnswerOf<typeof adminHttp.adminLimits>;
/** Kill switches, and the rules of symbols and routes. */
export type AdminRestrictions = AnswerOf<typeof adminHttp.adminRestrictions>;

/** The state of the server; durations in ms, memory in bytes. */
export type AdminStatus = AnswerOf<typeof adminHttp.adminStatus>;

/** What proves that the administrator is present; the code is empty without a second factor. */
export interface AdminPresence {
  readonly password: string;
  readonly code: string;
}

/** Outcome of a command: the lines that it printed, or why it was not done. */
export type CommandOutcome =
  { readonly ok: true; readonly lines: readonly string[] } | { readonly ok: false; readonly message: string };

/** The calls of administrators. Reading rejects with an Error whose message can be shown. */
export interface AdminCalls {
  users(): Promise<readonly AdminUser[]>;
  accounts(): Promise<readonly AdminAccount[]>;
  limits(): Promise<AdminLimits>;
  restrictions(): Promise<AdminRestrictions>;
  sessions(): Promise<readonly AdminSession[]>;
  apiKeys(): Promise<readonly AdminApiKey[]>;
  closings(): Promise<readonly AdminClosing[]>;
  /** The newest entries at or after a time (UTC ms), the newest first. */
  audit(sinceMs: number): Promise<readonly AuditItem[]>;
  status(): Promise<AdminStatus>;
  /** Runs a command of the command line, given as its parts. */
  run(command: readonly string[], presence: AdminPresence): Promise<CommandOutcome>;
}
