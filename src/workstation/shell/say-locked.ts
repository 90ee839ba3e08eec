import type { Desk } from '../desk-context.ts';

/** Says why nothing is arranged, with the way out. */
export function sayLocked({ toaster, commands }: Pick<Desk, 'toaster' | 'commands'>): void {
  toaster.show({
    message: 'The layout of this workspace is locked.',
    tone: 'neutral',
    key: 'locked',
    action: { label: 'Unlock', run: () => void commands.run('layout.lock') },
  });
}
