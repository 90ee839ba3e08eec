import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { hasAnyPermission, Permission } from '../../../domain/permissions.ts';
import type { ApiV1Route } from '../../../protocol/api-v1-route.ts';
import type { ApiCaller } from '../../automation/api-keys.ts';
import { issueText } from '../../http-kit/issue-text.ts';
import { MARKET_DATA_PERMISSIONS } from '../streaming/streaming-connection.ts';
import { ApiRefusal } from './api-refusal.ts';

/** What a route needs of the permissions of the user, and the refusal without it. */
const NEEDS: Readonly<
  Record<NonNullable<ApiV1Route['needs']>, { readonly permissions: number; readonly refusal: string }>
> = {
  market: {
    permissions: MARKET_DATA_PERMISSIONS,
    refusal: 'You have no permission for market data.',
  },
  alerts: { permissions: Permission.ChartAlerts, refusal: 'You have no permission for alerts.' },
  strategies: { permissions: Permission.AlgoTrading, refusal: 'You have no permission for AlgoStream.' },
};
/** Throws the refusal of a user who lacks the permission that a route needs. */
export function requireNeed(name: ApiV1Route['needs'], { permissionMask }: ApiCaller): void {
  const need = name && NEEDS[name];
  if (need && !hasAnyPermission(permissionMask, need.permissions))
    throw new ApiRefusal(403, 'not_permitted', need.refusal);
}

/** Path parameters and query of a request. */
export const queryOf = (request: FastifyRequest): Record<string, unknown> => ({
  ...asRecord(request.query),
  ...asRecord(request.params),
});

/** Empty when the value is no object. */
function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** A part of a call that fits its schema. Throws the refusal of any other; `name` stands for a value without fields. */
export function parseCall<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  name: string,
): v.InferOutput<Schema> {
  const parsed = v.safeParse(schema, value, { abortEarly: true });
  if (parsed.success) return parsed.output;
  throw new ApiRefusal(400, 'invalid_request', issueText(schema, parsed.issues[0], name));
}
