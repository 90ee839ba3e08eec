import type { ToolPlatform } from '../../../src/plugin-api/index.ts';
import type { Board } from './board.ts';

/** Says why a key did nothing to a locked drawing, and offers to unlock it. */
export function sayLocked(
  { dialogs }: Pick<ToolPlatform, 'dialogs'>,
  board: Pick<Board, 'mark'>,
  id: string,
): void {
  dialogs.toast({
    message: 'The drawing is locked: it is neither moved nor deleted.',
    tone: 'neutral',
    key: 'locked drawing',
    action: { label: 'Unlock', run: () => board.mark([id], { IsLocked: false }) },
  });
}

/** Deletes a drawing; false after saying that it is locked. */
export function removeUnlocked(
  platform: Pick<ToolPlatform, 'dialogs'>,
  board: Pick<Board, 'mark' | 'remove' | 'shapes'>,
  id: string,
): boolean {
  const isLocked = board.shapes.some((shape) => shape.Id === id && shape.IsLocked === true);
  if (isLocked) sayLocked(platform, board, id);
  else board.remove(id);
  return !isLocked;
}
