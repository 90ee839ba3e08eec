import * as v from 'valibot';
import { accountField } from './fields.ts';

/** The header by which a repeated order is recognised. */
export const IDEMPOTENCY_HEADER = 'idempotency-key';
/** The value of that header. It becomes the ClientId of the order; texts of digits alone are OrderIds. */
export const idempotencyKey = v.pipe(
  v.string(),
  v.regex(/^[\x21-\x7e]{1,64}$/, '1 to 64 printable characters without spaces expected'),
  v.regex(/\D/, 'must not be digits alone'),
  // PROPOSED_PREFIX of src/domain/proposals.
  v.regex(/^(?!proposal\.)/, 'must not begin with proposal.'),
);

/** The header that names the revision which a call changes, as its ETag has it. */
export const REVISION_HEADER = 'if-match';
/** The value of that header. */
export const revisionTag = v.pipe(
  v.string(),
  v.regex(/^"?[1-9]\d{0,14}"?$/, 'the revision that was read expected, such as "3"'),
);

/** One route of the API for programs. */
export interface ApiV1Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** What the key must permit. `trade`: paper for a demo account, live for a live one. `manage`: alerts and backtests. `run`: live runs, beside the scope of their account. `propose`: orders that the user confirms. `any`: every key may. */
  readonly scope: 'any' | 'read' | 'trade' | 'manage' | 'run' | 'propose';
  /** What the user must have a permission for. */
  readonly needs?: 'market' | 'alerts' | 'strategies';
  /** Path parameters (`{name}` in `path`) and query, as texts. */
  readonly params: v.GenericSchema;
  readonly body: v.GenericSchema | null;
  /** The call must carry an Idempotency-Key. */
  readonly isIdempotent?: true;
  /** The call must name in If-Match the revision that it changes. */
  readonly isConditional?: true;
  readonly status: 200 | 201;
  readonly response: v.GenericSchema;
  readonly doc: string;
}

/** No parameters. */
export const none = v.strictObject({});
/** The account of a call that may leave it out. */
export const accountParam = v.optional(accountField);
/** Where a page of a list begins. */
export const cursorParam = v.optional(
  v.pipe(v.string(), v.regex(/^\d{1,16}$/, 'the nextCursor of a page expected')),
);
/** Where the next page begins; null at the end. */
export const nextCursor = v.nullable(v.string());
