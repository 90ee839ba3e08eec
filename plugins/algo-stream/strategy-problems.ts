import type { ToolPlatform } from '../../src/plugin-api/index.ts';
import type { ModifyOutcome } from './types.ts';

/** Title and message of the dialog after a failed save, deletion or removal (spec tools.md §8). */
interface Problem {
  readonly title: string;
  readonly message: string;
}

/** The text, with the reason of the server. */
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

/** Shows a problem, if there is one; resolves with whether there was none. */
export async function showProblem(
  { dialogs }: Pick<ToolPlatform, 'dialogs'>,
  problem: Problem | null,
): Promise<boolean> {
  if (problem === null) return true;
  await dialogs.alert(problem);
  return false;
}
