/** Error of `save` in a demo (spec text). */
export const DEMO_SAVE_TEXT = 'Saving is not supported during Demo Session';
/** Error of every attempt to store while a conflict is not resolved. */
export const CONFLICT_TEXT =
  'Your workspaces were changed in another tab or on another machine. Choose which to keep; everything is stored then.';
/** Error of `save` before anything was loaded. */
export const NOT_LOADED_TEXT =
  'Your settings could not be loaded, so they cannot be saved. Reload the page and try again.';
