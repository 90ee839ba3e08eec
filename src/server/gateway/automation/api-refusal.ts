/** Codes of refusals of the API for programs, which docs/automation/api.md explains. */
export type ApiErrorCode =
  | 'missing_key'
  | 'invalid_key'
  | 'revoked_key'
  | 'expired_key'
  | 'address_not_allowed'
  | 'user_not_allowed'
  | 'too_many_wrong_keys'
  | 'rate_limited'
  | 'too_many_streams'
  | 'missing_scope'
  | 'not_permitted'
  | 'invalid_request'
  | 'unknown_route'
  | 'method_not_allowed'
  | 'unknown_account'
  | 'unknown_symbol'
  | 'unknown_expiration'
  | 'unknown_order'
  | 'unknown_group'
  | 'unknown_proposal'
  | 'unknown_alert'
  | 'unknown_strategy'
  | 'unknown_backtest'
  | 'unknown_run'
  | 'idempotency_conflict'
  | 'revision_conflict'
  | 'order_rejected'
  | 'alert_rejected'
  | 'backtest_rejected'
  | 'run_rejected'
  | 'schedule_rejected'
  | 'cancel_rejected'
  | 'too_many_proposals'
  | 'proposal_ended'
  | 'replace_rejected'
  | 'unavailable';

/** Thrown by a route of the API for programs to refuse a call. */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal';
  readonly statusCode: number;
  readonly code: ApiErrorCode;
  /** Of a refused order or cancel. */
  readonly orderErrorCode: number | undefined;
  /** After how many seconds the call may be repeated. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    statusCode: number,
    code: ApiErrorCode,
    message: string,
    more: { readonly orderErrorCode?: number; readonly retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.statusCode = statusCode;
    this.code = code;
    this.orderErrorCode = more.orderErrorCode;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }

  /** The body of the answer. */
  body(): { readonly error: { code: ApiErrorCode; message: string; orderErrorCode?: number } } {
    const { code, message, orderErrorCode } = this;
    return { error: { code, message, ...(orderErrorCode === undefined ? {} : { orderErrorCode }) } };
  }
}

/** The refusal of a failure without a code of its own, such as a body that is too long. */
export function refusalOfStatus(statusCode: number, message: string): ApiRefusal {
  return statusCode >= 500
    ? new ApiRefusal(statusCode, 'unavailable', 'The server could not answer; try again later.')
    : new ApiRefusal(statusCode, 'invalid_request', message.slice(0, 500));
}
