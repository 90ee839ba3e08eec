import type { Dialogs } from '../../plugin-api/index.ts';
import { InfoFrame } from './InfoFrame.tsx';

/** Content width of the help dialog, px. */
export const HELP_WIDTH_PX = 960;

/** Opens the help dialog at a topic; resolves when it is closed. */
export async function openHelp(dialogs: Dialogs, topic: string, title = 'Tips & Tricks'): Promise<void> {
  await dialogs.open<never>({
    title,
    width: HELP_WIDTH_PX,
    content: ({ close }) => <InfoFrame topic={topic} title={title} isInDialog onClose={() => close(null)} />,
  });
}
