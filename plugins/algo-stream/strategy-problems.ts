import type { ToolPlatform } from '../../src/plugin-api/index.ts';
import type { ModifyOutcome } from './types.ts';

/** What a dialog says when a save, a delete or a removal did not come off (spec tools.md §8); null when it did. */
interface Problem {
  readonly title: string;
  readonly message: string;
}

/** The text, and what the server adds to it. */
const withReason = (text: string, reason: string): string =>
  reason === '' || reason === text ? text : `${text}\n${reason}`;

export function saveProblem(name: string, { result, message }: ModifyOutcome): Problem | null {
  if (result === 'SaveOK') return null;
  const title = 'Save Strategy Error';
  if (result === 'SaveNameAlreadyInUse') return { title, message: `Strategy "${name}" already exists` };
  if (result === 'Failed') return { title, message };
  return { title, message: withReason(`Error occured saving strategy "${name}"`, message) };
}

export function deleteProblem(name: string, { result, message }: ModifyOutcome): Problem | null {
  if (result === 'DeleteOK') return null;
  const title = 'Delete Strategy Error';
  if (result === 'NotFound') return { title, message: `Strategy "${name}" was not found, cannot delete` };
  if (result === 'Failed') return { title, message };
  return { title, message: withReason(`Error occured deleting strategy "${name}"`, message) };
}

export function removeProblem({ result, message }: ModifyOutcome): Problem | null {
  if (result === 'DeleteOK') return null;
  const title = 'Delete Strategy Instance Error';
  return {
    title,
    message: result === 'Failed' ? message : withReason('Error occured deleting strategy instance', message),
  };
}

/** Tells of a problem, if there is one; true when all went well. */
export async function told(
  { dialogs }: Pick<ToolPlatform, 'dialogs'>,
  problem: Problem | null,
): Promise<boolean> {
  if (problem === null) return true;
  await dialogs.alert(problem);
  return false;
}
