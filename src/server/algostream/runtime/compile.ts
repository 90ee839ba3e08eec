import { stripTypeScriptTypes } from 'node:module';
import type { Result } from '../../../domain/assert/assert.ts';
import { err, ok } from '../../../domain/assert/assert.ts';
import type { StrategyFault } from './types.ts';

/** Takes the types off an author's code; lines and columns stay. What is no TypeScript, or more than types, is a fault at its place. */
export function stripAuthorCode(code: string): Result<string, StrategyFault> {
  try {
    return ok(stripTypeScriptTypes(code));
  } catch (problem) {
    const { message, stack } =
      problem instanceof Error ? problem : { message: 'the code cannot be read', stack: '' };
    return err({ kind: 'syntax', message: message.slice(0, 500), ...placeInStack(stack ?? '') });
  }
}

/** The stripper shows `:line`, some source, and carets below what is wrong. */
function placeInStack(stack: string): { readonly line: number; readonly column: number } {
  const line = /^:(\d+)$/m.exec(stack);
  const carets = /^([ \t]*)\^+$/m.exec(stack);
  return { line: Number(line?.[1] ?? 0), column: carets === null ? 0 : (carets[1] ?? '').length + 1 };
}

/** The name that an imported file has in stacks: without characters that end a name there. */
export const importedFileName = (name: string): string => `./${encodeURIComponent(name.toWellFormed())}.ts`;

export const TOP_LEVEL_AWAIT = 'top-level await is not supported in a strategy';

const OPENING = "(function () { 'use strict';\n";

/** An author's code as a script whose value is a function that runs it. Compile it with `lineOffset` -1. */
export const asScript = (stripped: string): string => `${OPENING}${stripped}\n})`;

/** What V8 says of code that does not compile: `message [strategy.ts:2:11]`. `file`: the imported file that it is. */
export function syntaxFault(problem: unknown, file?: string): StrategyFault {
  const message = problem instanceof Error ? problem.message : 'the code cannot be compiled';
  const place = /^(.*) \[[^\s:\]]+\.ts:(\d+):(\d+)\]$/s.exec(message);
  return {
    kind: 'syntax',
    message: plainMessage((place?.[1] ?? message).slice(0, 500)),
    line: Number(place?.[2] ?? 0),
    column: Number(place?.[3] ?? 0),
    ...(file === undefined ? {} : { file }),
  };
}

function plainMessage(message: string): string {
  if (message.startsWith('Cannot use import statement') || message.startsWith("Unexpected token 'export'"))
    return 'import and export stand at the top level of a file, each in a statement of its own';
  return message.startsWith('await is only valid') ? TOP_LEVEL_AWAIT : message;
}

/** The seed of a run's random numbers: the same code and parameters draw the same. FNV-1a. */
export function seedOf(code: string, parameters: string): number {
  let hash = 0x811c9dc5;
  const text = `${code}\0${parameters}`;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash;
}
