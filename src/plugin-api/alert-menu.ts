import { symbolColumn } from '../domain/columns/index.ts';
import type { GridMenuItem } from '../ui/index.ts';
import type { ToolPlatform } from './types.ts';

const COMMAND = 'alerts.create';
/** Figure of an alert that is made on a cell without one. */
const USUAL_COLUMN = 'Last';

/** The menu entry of a row that makes an alert on the figure of a cell. Empty when the workstation has no alerts tool. */
export function alertMenu(
  { commands, dialogs }: Pick<ToolPlatform, 'commands' | 'dialogs'>,
  symbol: string,
  columnId: string,
): readonly GridMenuItem[] {
  if (commands.get(COMMAND) === undefined) return [];
  const chosen = symbolColumn(columnId);
  const column =
    chosen === undefined || chosen.format === 'text' || chosen.format === 'time' ? USUAL_COLUMN : columnId;
  return [
    {
      id: 'alert',
      label: 'Create alert…',
      hasSeparator: true,
      run: () => {
        commands.run(COMMAND, { symbol, column }).catch((error: unknown) =>
          dialogs.toast({
            message: error instanceof Error ? error.message : 'The alert could not be created.',
            tone: 'error',
          }),
        );
      },
    },
  ];
}
