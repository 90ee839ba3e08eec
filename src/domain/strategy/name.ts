const MAX_CHARACTERS = 40;

/** Why a text is not a valid strategy name; null when it is valid (spec tools.md §5 "Strategy name"). Names are compared and stored trimmed. */
export function strategyNameProblem(name: string): string | null {
  const trimmed = name.trim();
  if (trimmed === '') return 'Strategy name is not specified';
  if (trimmed.length > MAX_CHARACTERS) return 'Strategy name should be no longer than 40 characters';
  if (trimmed.includes(',')) return 'Strategy name should not contain special symbols';
  return null;
}

/** Instances refer to their strategy by its name, so a strategy with instances keeps it. */
export const RENAME_BLOCKED =
  'This strategy has one or more instances created. Please remove all instances before renaming strategy.';

/** Why a strategy cannot be saved under a name, renamed or not; null when it can. */
export function renameProblem(originalName: string, name: string, instanceCount: number): string | null {
  return (
    strategyNameProblem(name) ?? (name.trim() !== originalName && instanceCount > 0 ? RENAME_BLOCKED : null)
  );
}
