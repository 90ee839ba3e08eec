import { toolsHttp } from '../../protocol/http-tools.ts';
import type { HttpApi } from '../connection/http-api.ts';
import type { ListedTool } from './types.ts';

/** The third-party tools of the server. Rejects with an HttpError. */
export async function listThirdPartyTools({
  api,
  token,
}: {
  readonly api: Pick<HttpApi, 'callRoute'>;
  readonly token: () => string | null;
}): Promise<readonly ListedTool[]> {
  const { Items } = await api.callRoute(toolsHttp.thirdPartyTools, null, { token: token() });
  return Items.map(({ Id, Title, Summary, Version, Sha256, Permissions, Commands, Settings, Help }) => ({
    id: Id,
    title: Title,
    summary: Summary,
    version: Version,
    sha256: Sha256,
    permissions: Permissions,
    settings: Settings,
    help: Help,
    commands: Commands.map(({ Id: id, Title: title }) => ({ id, title })),
  }));
}
