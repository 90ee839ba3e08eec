import type { FastifyReply } from 'fastify';
import type * as v from 'valibot';
import type { apiV1, ApiV1Name } from '../../../protocol/api-v1.ts';
import type { ApiCaller } from '../../automation/api-keys.ts';

/** One validated call of the API for programs. */
export interface ApiCall<Name extends ApiV1Name> {
  readonly caller: ApiCaller;
  /** Path parameters and query. */
  readonly params: v.InferOutput<(typeof apiV1)[Name]['params']>;
  readonly body: (typeof apiV1)[Name]['body'] extends v.GenericSchema
    ? v.InferOutput<NonNullable<(typeof apiV1)[Name]['body']>>
    : undefined;
  /** The Idempotency-Key; empty where the route needs none. */
  readonly idempotencyKey: string;
  /** The revision of If-Match; 0 where the route needs none. */
  readonly revision: number;
  readonly reply: FastifyReply;
}

/** The handler of each route of the API for programs: a route without one does not compile. */
export type ApiHandlers = {
  readonly [Name in ApiV1Name]: (
    call: ApiCall<Name>,
  ) => Promise<v.InferInput<(typeof apiV1)[Name]['response']>>;
};
