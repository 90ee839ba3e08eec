import { dirname } from 'node:path';

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';

/** Why a file could not be read, for the operator. The system's own texts name calls, not causes. */
export function readProblem(path: string, error: unknown): string {
  switch (codeOf(error)) {
    case 'ENOENT':
      return `${path} does not exist`;
    case 'EACCES':
    case 'EPERM':
      return `this user may not read ${path}`;
    case 'EISDIR':
      return `${path} is a folder`;
    case 'ENOTDIR':
      return `${path} lies in something that is not a folder`;
    default:
      return `${path} cannot be read (${codeOf(error)})`;
  }
}

/** Why a file could not be written, for the operator. */
export function writeProblem(path: string, error: unknown): string {
  switch (codeOf(error)) {
    case 'ENOENT':
      return `the folder ${dirname(path)} does not exist`;
    case 'EACCES':
    case 'EPERM':
      return `this user may not write in ${dirname(path)}`;
    case 'EROFS':
      return `the disk of ${dirname(path)} is read-only`;
    case 'EEXIST':
      return `${path} exists already, and is not overwritten`;
    case 'EISDIR':
      return `${path} is a folder`;
    case 'ENOTDIR':
      return `${dirname(path)} is not a folder`;
    case 'ENOSPC':
      return `the disk of ${dirname(path)} is full`;
    default:
      return `${path} cannot be written (${codeOf(error)})`;
  }
}

/** The error of a file that could not be written. */
export const notWritten = (path: string, error: unknown): Error =>
  new Error(`Nothing was written: ${writeProblem(path, error)}.`, { cause: error });
