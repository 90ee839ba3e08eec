import type { FastifyReply } from 'fastify';
import type * as v from 'valibot';
import type { allHttp } from '../../protocol/http-all.ts';
import type { Principal } from '../identity/identity.ts';

/** A call of the HTTP catalogue. */
export type RouteName = keyof typeof allHttp;
/** The validated body of a call; undefined when it has none. */
export type BodyOf<Name extends RouteName> = (typeof allHttp)[Name]['body'] extends v.GenericSchema
  ? v.InferOutput<NonNullable<(typeof allHttp)[Name]['body']>>
  : undefined;
/** The validated path parameters and query of a call. */
export type ParamsOf<Name extends RouteName> = (typeof allHttp)[Name] extends {
  readonly params: infer S extends v.GenericSchema;
}
  ? v.InferOutput<S>
  : undefined;
/** The user who makes a call; undefined for calls without authentication. */
export type Caller<Name extends RouteName> = (typeof allHttp)[Name]['auth'] extends 'none'
  ? undefined
  : Principal;

/** One validated call. */
export interface Call<Name extends RouteName> {
  readonly body: BodyOf<Name>;
  /** Path parameters and query. */
  readonly params: ParamsOf<Name>;
  readonly caller: Caller<Name>;
  /** The caller's session token; empty for routes without authentication. */
  readonly token: string;
  /** Address of the caller. */
  readonly address: string;
  readonly reply: FastifyReply;
}

/** The handler of each call of the HTTP catalogue: a call without one does not compile. */
export type Handlers = {
  readonly [Name in RouteName]: (
    call: Call<Name>,
  ) => Promise<v.InferInput<(typeof allHttp)[Name]['response']>>;
};
