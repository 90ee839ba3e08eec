/** Symbols of one file at most that are looked up and imported. */
export const MAX_IMPORT = 10_000;
export const NO_FILE = 'Please choose a file';
export const NO_SYMBOLS = 'No symbols found in a file';
