/** Files that a strategy imports, those that they import included. */
export const MAX_IMPORTED_FILES = 20;
/** Characters of a strategy with all files that it imports. */
export const MAX_PROGRAM_CHARACTERS = 120_000;
