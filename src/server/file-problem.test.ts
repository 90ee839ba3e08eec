import { expect, it } from 'vitest';
import { notWritten, readProblem, writeProblem } from './file-problem.ts';

const failure = (code: string): Error =>
  Object.assign(new Error(`${code}: call failed, open '/data/x'`), { code });

it.each([
  ['ENOENT', '/data/x does not exist', 'the folder /data does not exist'],
  ['EACCES', 'this user may not read /data/x', 'this user may not write in /data'],
  ['EISDIR', '/data/x is a folder', '/data/x is a folder'],
  ['ENOTDIR', '/data/x lies in something that is not a folder', '/data is not a folder'],
  ['EROFS', '/data/x cannot be read (EROFS)', 'the disk of /data is read-only'],
  ['ENOSPC', '/data/x cannot be read (ENOSPC)', 'the disk of /data is full'],
  ['EEXIST', '/data/x cannot be read (EEXIST)', '/data/x exists already, and is not overwritten'],
  ['EIO', '/data/x cannot be read (EIO)', '/data/x cannot be written (EIO)'],
])('says what %s means for a file that is read or written', (code, read, written) => {
  expect(readProblem('/data/x', failure(code))).toBe(read);
  expect(writeProblem('/data/x', failure(code))).toBe(written);
});

it('names errors without a code as unknown, and keeps the cause', () => {
  const cause = new Error('odd');
  expect(readProblem('/data/x', 'odd')).toBe('/data/x cannot be read (unknown error)');
  expect(notWritten('/data/x', cause)).toMatchObject({
    message: 'Nothing was written: /data/x cannot be written (unknown error).',
    cause,
  });
});
