import { adminHttp } from '../../protocol/http-admin.ts';
import { failureText, type HttpApi } from '../connection/http-api.ts';
import type { AdminCalls } from './types.ts';

/** The HTTP calls, and the access token of the present session. */
export interface AdminCallsDeps {
  readonly api: Pick<HttpApi, 'callRoute'>;
  readonly token: () => string | null;
}

/** The calls of administrators. */
export function createAdminCalls({ api, token }: AdminCallsDeps): AdminCalls {
  const shown = <Answer>(call: Promise<Answer>): Promise<Answer> =>
    call.catch((error: unknown) => {
      throw new Error(failureText(error), { cause: error });
    });
  return {
    users: async () => (await shown(api.callRoute(adminHttp.adminUsers, null, { token: token() }))).Items,
    accounts: async () =>
      (await shown(api.callRoute(adminHttp.adminAccounts, null, { token: token() }))).Items,
    limits: () => shown(api.callRoute(adminHttp.adminLimits, null, { token: token() })),
    restrictions: () => shown(api.callRoute(adminHttp.adminRestrictions, null, { token: token() })),
    sessions: async () =>
      (await shown(api.callRoute(adminHttp.adminSessions, null, { token: token() }))).Items,
    apiKeys: async () => (await shown(api.callRoute(adminHttp.adminApiKeys, null, { token: token() }))).Items,
    closings: async () =>
      (await shown(api.callRoute(adminHttp.adminClosings, null, { token: token() }))).Items,
    audit: async (sinceMs) =>
      (
        await shown(
          api.callRoute(adminHttp.adminAudit, null, { token: token(), params: { since: String(sinceMs) } }),
        )
      ).Items,
    status: () => shown(api.callRoute(adminHttp.adminStatus, null, { token: token() })),
    run: (command, { password, code }) =>
      api
        .callRoute(
          adminHttp.adminCommand,
          { Command: [...command], Password: password, ...(code === '' ? {} : { Code: code }) },
          { token: token() },
        )
        .then(
          ({ Lines }) => ({ ok: true, lines: Lines }),
          (error: unknown) => ({ ok: false, message: failureText(error) }),
        ),
  };
}
