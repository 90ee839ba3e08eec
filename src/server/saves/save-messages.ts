import { MAX_SAVE_CHARS_PER_USER, MAX_SAVES_PER_USER } from '../../domain/saves/index.ts';

/** Message of a save beyond the number that a user may have. */
export const SAVES_FULL = `You have ${MAX_SAVES_PER_USER} saves, which is as many as there may be. Delete some first.`;
/** Message of a save with which the saves of a user would be too long together. */
export const SAVES_TOO_LARGE = `Your saves are too large together: at most ${MAX_SAVE_CHARS_PER_USER.toLocaleString('en-US')} characters. Delete some first.`;
/** Message of a name that another save of the type has. */
export const nameTaken = (name: string): string => `"${name}" already exists`;
