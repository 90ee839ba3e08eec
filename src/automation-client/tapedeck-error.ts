/** Codes with which the server refuses a call (docs/automation/api.md), and those of the client itself. */
export const ERROR_CODES = [
  'missing_key',
  'invalid_key',
  'revoked_key',
  'expired_key',
  'address_not_allowed',
  'user_not_allowed',
  'too_many_wrong_keys',
  'rate_limited',
  'too_many_streams',
  'missing_scope',
  'not_permitted',
  'invalid_request',
  'unknown_route',
  'method_not_allowed',
  'unknown_account',
  'unknown_symbol',
  'unknown_expiration',
  'unknown_order',
  'unknown_group',
  'unknown_proposal',
  'unknown_alert',
  'unknown_strategy',
  'unknown_backtest',
  'unknown_run',
  'idempotency_conflict',
  'revision_conflict',
  'order_rejected',
  'alert_rejected',
  'backtest_rejected',
  'run_rejected',
  'schedule_rejected',
  'cancel_rejected',
  'too_many_proposals',
  'proposal_ended',
  'replace_rejected',
  'unavailable',
  /** The address or the form of the key is wrong; no call was made. */
  'invalid_settings',
  /** No answer: the connection failed or was lost. */
  'unreachable',
  /** No answer within the time limit of a call. */
  'timed_out',
  /** An answer that is not of this API, such as the page of a proxy. */
  'unexpected_answer',
] as const;
/** Why a call failed. A newer server may send codes that this version does not list. */
export type TapedeckErrorCode = (typeof ERROR_CODES)[number] | (string & {});

/** A call that failed. */
export class TapedeckError extends Error {
  override readonly name = 'TapedeckError';
  readonly code: TapedeckErrorCode;
  /** The HTTP status of the answer; 0 without one. */
  readonly status: number;
  /** Of a refused order or cancel: the code of the order error catalogue, below 0. */
  readonly orderErrorCode: number | undefined;
  /** After how long the call may be repeated, if the server states it. */
  readonly retryAfterMs: number | undefined;

  constructor(
    code: TapedeckErrorCode,
    message: string,
    more: {
      readonly status?: number;
      readonly orderErrorCode?: number;
      readonly retryAfterMs?: number;
      readonly cause?: unknown;
    } = {},
  ) {
    super(message, more.cause === undefined ? {} : { cause: more.cause });
    this.code = code;
    this.status = more.status ?? 0;
    this.orderErrorCode = more.orderErrorCode;
    this.retryAfterMs = more.retryAfterMs;
  }
}
