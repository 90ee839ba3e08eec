import type { FastifyReply } from 'fastify';
import type * as v from 'valibot';
import type { http } from '../../../protocol/index.ts';
import type { Principal } from '../../identity/identity.ts';

export type RouteName = keyof typeof http;
export type BodyOf<Name extends RouteName> = (typeof http)[Name]['body'] extends v.GenericSchema
  ? v.InferOutput<NonNullable<(typeof http)[Name]['body']>>
  : undefined;
export type ParamsOf<Name extends RouteName> = (typeof http)[Name] extends {
  readonly params: infer S extends v.GenericSchema;
}
  ? v.InferOutput<S>
  : undefined;
export type Caller<Name extends RouteName> = (typeof http)[Name]['auth'] extends 'none'
  ? undefined
  : Principal;

/** One checked call. */
export interface Call<Name extends RouteName> {
  readonly body: BodyOf<Name>;
  /** Path parameters and query. */
  readonly params: ParamsOf<Name>;
  readonly caller: Caller<Name>;
  /** The token the caller showed; empty when the route asks for none. */
  readonly token: string;
  /** Where the call came from. */
  readonly address: string;
  readonly reply: FastifyReply;
}

/** What answers each route of the catalogue. */
export type Handlers = {
  readonly [Name in RouteName]: (call: Call<Name>) => Promise<v.InferInput<(typeof http)[Name]['response']>>;
};
