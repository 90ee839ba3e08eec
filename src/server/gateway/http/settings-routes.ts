import type * as v from 'valibot';
import { MAX_SETTINGS_CHARS, type storeConflictBody } from '../../../protocol/index.ts';
import { HttpRefusal } from '../../http-kit/http-refusal.ts';
import type { Handlers } from '../../http-kit/route-types.ts';
import type { Principal } from '../../identity/identity.ts';
import { browserName, keptUserAgent } from '../browser-name.ts';
import type { GatewayDeps } from '../deps.ts';

/** The calls that store and load a user's settings and workspaces. */
export function settingsRoutes({
  settings,
  identity,
}: Pick<GatewayDeps, 'settings' | 'identity'>): Pick<
  Handlers,
  'storeSettings' | 'loadSettings' | 'setTradingApi' | 'workspaceVersions' | 'workspaceVersion'
> {
  /** The account that this session has chosen already, so that a reload keeps it; at a sign-in the user's default. */
  const accountOf = async (caller: Principal, preferred: string | null): Promise<string | null> =>
    caller.account !== undefined &&
    (await identity.accountsOf(caller.userId)).some(({ account }) => account === caller.account)
      ? caller.account
      : preferred;

  return {
    async storeSettings({ body, caller, reply }) {
      const userAgent = keptUserAgent(reply.request.headers['user-agent']);
      const stored = await settings.store(
        { ...caller, userAgent },
        { workspace: body.Workspace, settings: textOfSettings(body.Settings), page: body.Page },
        body.BaseRevision,
      );
      if (stored.ok) return { Ok: true, Revision: stored.value.revision };
      const { error } = stored;
      if (error.reason !== 'conflict')
        throw new HttpRefusal(error.reason === 'demo' ? 403 : 400, error.message);
      const conflict: v.InferInput<typeof storeConflictBody> = {
        Error: error.message,
        Revision: error.stored.revision,
        Workspace: error.stored.workspace,
        Settings: error.stored.settings,
      };
      throw new HttpRefusal(409, error.message, conflict);
    },
    async loadSettings({ caller }) {
      const loaded = await settings.load(caller.userId);
      const trading = await settings.tradingApi(caller.userId);
      return {
        Settings: loaded.settings,
        Workspace: loaded.workspace,
        Page: loaded.page,
        DefaultAccount: await accountOf(caller, loaded.defaultAccount),
        TradingApi: trading?.api ?? null,
        TradingApiData: trading?.data ?? null,
        Revision: loaded.revision,
      };
    },
    async workspaceVersions({ caller }) {
      const versions = await settings.versions(caller.userId);
      return {
        Items: versions.map(({ id, savedMs, userAgent }) => ({
          Id: id,
          Saved: savedMs,
          Browser: userAgent === '' ? '' : browserName(userAgent),
        })),
      };
    },
    async workspaceVersion({ caller, params }) {
      const workspace = await settings.version(caller.userId, Number(params.id));
      if (workspace === undefined)
        throw new HttpRefusal(404, 'This version is not kept any more. Open the history again.');
      return { Workspace: workspace };
    },
    async setTradingApi({ caller, params }) {
      if (!(await settings.chooseTradingApi(caller, params.api)))
        throw new HttpRefusal(403, 'Changing trading info is not supported during Demo Session');
      return { Ok: true };
    },
  };
}

/** Settings as they are stored: JSON text, whichever of the two forms the client sends. */
function textOfSettings(settings: string | object): string {
  const text = typeof settings === 'string' ? settings : JSON.stringify(settings);
  if (text.length > MAX_SETTINGS_CHARS)
    throw new HttpRefusal(400, `Settings: at most ${MAX_SETTINGS_CHARS} characters of JSON are stored.`);
  return text;
}
