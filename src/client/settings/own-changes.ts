import { SentTexts } from './sent-texts.ts';
import type { Base, Unsaved } from './settings-types.ts';
import type { UserSettings } from '../types.ts';
import { mergeSettings, writeSettings } from './user-settings.ts';

/** Where the changes of a user stand against a newer state of the server. */
interface Continued {
  readonly base: Base;
  readonly settings: UserSettings;
}

/**
 * Continues from the changes that were not stored before a load. What this user had sent without an answer and what has arrived is no other writer's:
 * everything was changed after it.
 */
export function continuedAfterLoad(loaded: Base, unsaved: Unsaved): Continued & { readonly sent: SentTexts } {
  const { base, sent } = unsaved;
  const before = sent.has(writeSettings(loaded.settings)) ? loaded.settings : base.settings;
  return {
    base: { ...loaded, ancestor: sent.has(loaded.workspace) ? loaded.workspace : base.ancestor },
    settings: mergeSettings(before, loaded.settings, unsaved.settings),
    // Once anything was stored after them, the server refuses those that have not arrived.
    sent: base.revision === loaded.revision ? sent : new SentTexts(),
  };
}

/**
 * Continues when the server turns out to hold `next` instead of `before`.
 * @param mine the settings as changed here
 */
export function continuedAfterStore(
  { before, next, mine }: { readonly before: Base; readonly next: Base; readonly mine: UserSettings },
  sent: SentTexts,
): Continued {
  return {
    base: sent.has(next.workspace) ? { ...next, ancestor: next.workspace } : next,
    settings: sent.has(writeSettings(next.settings))
      ? mine
      : mergeSettings(before.settings, mine, next.settings),
  };
}
