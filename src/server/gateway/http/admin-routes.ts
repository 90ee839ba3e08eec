import type { FastifyReply } from 'fastify';
import type { adminHttp } from '../../../protocol/http-admin.ts';
import type { AdminRefusal } from '../../admin/admin-service.ts';
import type { ListedSession } from '../../admin/session-commands.ts';
import { HttpRefusal } from '../../http-kit/http-refusal.ts';
import type { Principal } from '../../identity/identity.ts';
import type { Handlers } from '../../http-kit/route-types.ts';
import { browserName } from '../browser-name.ts';
import type { GatewayDeps } from '../deps.ts';
import type { SessionRegistry } from '../session-registry.ts';
import {
  adminAccountToWire,
  adminLimitsToWire,
  adminUserToWire,
  closingToWire,
  restrictionsToWire,
  statusToWire,
} from '../translate/admin.ts';
import { apiKeyToWire } from '../translate/api-keys.ts';
import { secondFactorRefusal } from './second-factor-routes.ts';

/** The calls of administrators; that the caller is one was checked against the catalogue. */
export function adminRoutes(
  { admin, status, identity, logger }: Pick<GatewayDeps, 'admin' | 'status' | 'identity' | 'logger'>,
  publicUrl: URL | undefined,
  registry: Pick<SessionRegistry, 'isConnected'>,
): Pick<Handlers, keyof typeof adminHttp> {
  return {
    async adminUsers() {
      return { Items: (await admin.users()).map(adminUserToWire) };
    },
    async adminAccounts() {
      return { Items: (await admin.accounts()).map(adminAccountToWire) };
    },
    async adminLimits() {
      return adminLimitsToWire(await admin.limits());
    },
    async adminRestrictions() {
      return restrictionsToWire(await admin.restrictions());
    },
    async adminSessions({ caller }) {
      const sessions = await admin.sessions();
      return { Items: sessions.map((session) => sessionToWire(session, caller, registry)) };
    },
    async adminApiKeys() {
      const keys = await admin.apiKeys();
      return { Items: keys.map((key) => ({ ...apiKeyToWire(key), User: key.userName })) };
    },
    async adminClosings() {
      return { Items: (await admin.closings()).map(closingToWire) };
    },
    async adminAudit({ params }) {
      const entries = await admin.audit(Number(params.since ?? 0));
      return {
        Items: entries.map(({ entryId, atMs, outcome, actor, command }) => ({
          Id: entryId,
          Time: atMs,
          Outcome: outcome,
          Actor: actor,
          Command: command,
        })),
      };
    },
    async adminStatus() {
      const report = await status.report();
      if (!report) throw new HttpRefusal(503, 'The server is still starting. Try again.');
      return statusToWire(report);
    },
    async adminCommand({ caller: { userId, userName }, body, address, reply }) {
      const present = await identity.confirmPresence(userId, {
        password: body.Password,
        code: body.Code,
        address,
      });
      if (!present.ok) {
        logger.warn({ userId, address, reason: present.error.reason }, 'a command was refused');
        throw secondFactorRefusal(present.error);
      }
      const pageUrl = publicUrl ?? pageUrlOf(reply);
      const result = await admin.run(body.Command, { userName, address, publicUrl: pageUrl });
      if (!result.ok) throw commandRefusal(result.error);
      return { Lines: [...result.value] };
    },
  };
}

const sessionToWire = (
  { sessionId, userName, isDemo, createdAtMs, seen }: ListedSession,
  caller: Pick<Principal, 'sessionId'>,
  registry: Pick<SessionRegistry, 'isConnected'>,
) => ({
  Id: sessionId,
  User: userName,
  IsThis: sessionId === caller.sessionId,
  IsDemo: isDemo,
  IsConnected: registry.isConnected(sessionId),
  SignedIn: createdAtMs,
  LastSeen: Math.max(createdAtMs, seen?.atMs ?? 0),
  Address: seen?.address ?? '',
  Browser: browserName(seen?.userAgent ?? ''),
});

/** Where the page is that makes a call, whose origin was checked. */
function pageUrlOf({ request: { headers } }: FastifyReply): URL | undefined {
  const { origin } = headers;
  return origin !== undefined && URL.canParse(origin) ? new URL('/', origin) : undefined;
}

const STATUS: Readonly<Record<AdminRefusal['reason'], number>> = { usage: 400, lockout: 403, failed: 409 };
const commandRefusal = ({ reason, message }: AdminRefusal): HttpRefusal =>
  new HttpRefusal(STATUS[reason], message);
