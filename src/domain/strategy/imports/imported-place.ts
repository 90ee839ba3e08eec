/** Begins the place of a fault in an imported file. */
export const importedPlace = (file: string): string => `in ./${file}, `;

/** The imported file of a fault with this message; null when the fault is in the strategy itself, or has no place. */
export const importedFileOf = (message: string): string | null =>
  /\(in \.\/(.+?)(?:, line \d+(?:, column \d+)?)?\)$/m.exec(message)?.[1] ?? null;
