import type { ToolPlatform } from '../../src/plugin-api/index.ts';
import { reportFailedGroups } from './group-toasts.ts';
import { reportGuards } from './guard-toasts.ts';
import { notifySettlements } from './settlement-toasts.ts';

/** Starts the toasts that may begin a moment after the sign-in. Returns the function that stops them. */
export function startLaterToasts(platform: ToolPlatform): () => void {
  const stops = [notifySettlements(platform), reportFailedGroups(platform), reportGuards(platform)];
  return () => {
    for (const stop of stops) stop();
  };
}
