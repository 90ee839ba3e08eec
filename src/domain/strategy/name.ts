const MAX_CHARACTERS = 40;

/** Why a text is no name of a strategy; null when it is one (spec tools.md §5 "Strategy name"). Names are compared and stored trimmed. */
export function strategyNameProblem(name: string): string | null {
  const trimmed = name.trim();
  if (trimmed === '') return 'Strategy name is not specified';
  if (trimmed.length > MAX_CHARACTERS) return 'Strategy name should be no longer than 40 characters';
  if (trimmed.includes(',')) return 'Strategy name should not contain special symbols';
  return null;
}

/** A rename would take the name away from under the instances. */
export const RENAME_BLOCKED =
  'This strategy has one or more instances created. Please remove all instances before renaming strategy.';

/** Why a strategy cannot be saved under a name, renamed or not; null when it can. */
export function renameProblem(originalName: string, name: string, instanceCount: number): string | null {
  return (
    strategyNameProblem(name) ?? (name.trim() !== originalName && instanceCount > 0 ? RENAME_BLOCKED : null)
  );
}
