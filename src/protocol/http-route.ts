import type * as v from 'valibot';

/** One HTTP route: what it takes, what it gives, and the line docs/protocol.md prints for it. */
export interface HttpRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly auth: 'none' | 'bearer' | 'cookie';
  /** The caller must be an administrator; others get 403. Only with `auth: 'bearer'`. */
  readonly isForAdministrators?: true;
  /** Its service limits the rate of each user, so that an address may call it more often than other routes. Only with `auth: 'bearer'`. */
  readonly hasOwnLimit?: true;
  /** Path parameters (`{name}` in `path`) and query, as texts; absent = none. */
  readonly params?: v.GenericSchema;
  readonly body: v.GenericSchema | null;
  readonly response: v.GenericSchema;
  readonly doc: string;
}
