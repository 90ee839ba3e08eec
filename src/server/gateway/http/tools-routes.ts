import type { Handlers } from '../../http-kit/route-types.ts';
import type { ThirdPartyTools } from '../../tools/read-tools.ts';

/** The list of third-party tools. */
export function toolsRoutes({ tools, faults }: ThirdPartyTools): Pick<Handlers, 'thirdPartyTools'> {
  const answer = {
    Items: tools.map(
      ({ manifest: { id, title, summary, version, sha256, permissions, commands, settings, help } }) => ({
        Id: id,
        Title: title,
        Summary: summary,
        Version: version,
        Sha256: sha256,
        Permissions: [...permissions],
        Settings: settings,
        Help: [...help],
        Commands: commands.map((command) => ({ Id: command.id, Title: command.title })),
      }),
    ),
    NotLoaded: faults.map(({ folder, reasons }) => ({
      // The configured folder itself may be one: its path is for the operator only.
      Folder: (folder.split(/[\\/]/).at(-1) ?? '').slice(0, 256),
      Reasons: reasons.map((reason) => reason.slice(0, 2000)),
    })),
  };
  return { thirdPartyTools: () => Promise.resolve(answer) };
}
