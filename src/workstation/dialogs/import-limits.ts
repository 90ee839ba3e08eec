/** Symbols of one file at most that are looked up and imported. */
export const MAX_IMPORT = 10_000;
