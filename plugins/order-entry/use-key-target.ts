import { useEffect, useId } from 'react';
import type { ToolPlatform } from '../../src/plugin-api/index.ts';
import type { HotkeyTarget } from './hotkey-list.ts';
import { hotkeysOf } from './hotkeys.ts';

/**
 * Makes the ticket of an Order Entry window the target of the order keys while it can be sent. Returns a function that makes it the
 * newest target, for a window that is used again. A dialog has no part in this: `isWindow` is false.
 */
export function useKeyTarget(
  platform: ToolPlatform,
  target: HotkeyTarget | null,
  isWindow: boolean,
): () => void {
  const id = useId();
  const aim = () => {
    if (isWindow) hotkeysOf(platform).aim(id, target);
  };
  const key = JSON.stringify(target);
  useEffect(() => {
    aim();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `key` is the text of `target`, the rest of what `aim` uses is here
  }, [platform, id, isWindow, key]);
  useEffect(() => () => hotkeysOf(platform).aim(id, null), [platform, id]);
  return aim;
}
