import type { ToolPlatform } from '../../src/plugin-api/index.ts';
import { lockText } from './guard-room.ts';

/** A newer message about guards replaces the one before. */
const KEY = 'account-guard';

/** Shows a toast when a guard locks the account, when the lock ends, and when a change of guards is refused. Returns the function that stops it. */
export function reportGuards({ guards, dialogs }: Pick<ToolPlatform, 'guards' | 'dialogs'>): () => void {
  let before = guards.get();
  const offGuards = guards.subscribe(() => {
    const now = guards.get();
    // A lock that stood when the account was selected is shown in Trade Manager.
    if (before !== null && now !== null) {
      if (now.Lock !== null && now.Lock.Timestamp !== before.Lock?.Timestamp)
        dialogs.toast({
          message: `A guard has closed the account. ${lockText(now.Lock)}`,
          tone: 'error',
          key: KEY,
        });
      else if (now.Lock === null && before.Lock !== null)
        dialogs.toast({ message: 'The guard lock of the account has ended.', tone: 'success', key: KEY });
    }
    before = now;
  });
  const offRefusals = guards.onRefused((message) =>
    dialogs.toast({ message: `The guards stay as they are: ${message}`, tone: 'error', key: KEY }),
  );
  return () => {
    offGuards();
    offRefusals();
  };
}
