import { parentPort, workerData } from 'node:worker_threads';
import { NoteWriter } from './acknowledged-mark.ts';
import { FileDamage } from './journal-chain.ts';
import { JournalFile } from './journal-file.ts';
import type { JournalAnswer, JournalRequest } from './journal-thread.ts';

/** The thread that owns the journal file, so that waiting for the disk never stops the event loop. */

if (!parentPort) throw new Error('Invariant: the journal runs in a worker thread');
const port = parentPort;
// The one who starts this worker passes the path of the journal file.
const path = (workerData as { readonly file: string }).file;

/** Primary result codes of SQLite; an extended code has its primary one in the low byte. */
const BUSY = 5;
const LOCKED = 6;
const CORRUPT = 11;
const NOT_A_DATABASE = 26;

function sqliteCode(error: unknown): number | undefined {
  return typeof error === 'object' &&
    error !== null &&
    'errcode' in error &&
    typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : undefined;
}

/** A number that no journal holds: only damage makes one. */
const isOutOfRange = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_OUT_OF_RANGE';

function failureOf(id: number, error: unknown): JournalAnswer {
  const message = error instanceof Error ? error.message : String(error);
  const code = sqliteCode(error);
  if (error instanceof FileDamage || code === CORRUPT || code === NOT_A_DATABASE || isOutOfRange(error))
    return { id, error: message, isDamage: true };
  return { id, error: code === BUSY || code === LOCKED ? 'locked' : message };
}

let notes: NoteWriter | undefined;

/** Notes the newest record before its commit is answered: a killed server has acknowledged nothing that is not noted. */
function noteOf(file: JournalFile): { readonly noteError?: string } {
  try {
    notes?.note({ seq: file.lastSeq, crc: file.lastCrc });
    return {};
  } catch (error) {
    return { noteError: error instanceof Error ? error.message : String(error) };
  }
}

function answer(file: JournalFile, request: JournalRequest): JournalAnswer {
  const { id } = request;
  switch (request.kind) {
    case 'write':
      file.write(request.firstSeq, request);
      return { id, crc: file.lastCrc, ...noteOf(file) };
    case 'noteTo':
      notes = new NoteWriter(request.target);
      return { id };
    case 'read':
      return { id, ...file.read(request.fromSeq, request.limit) };
    case 'accountBatch':
      return {
        id,
        ...file.readAccount(request.account, request.fromSeq, request.toSeq, request.limit),
      };
    case 'countOfAccount':
      return { id, count: file.countOfAccount(request.account, request.fromSeq, request.toSeq) };
    case 'accountBlocks':
      return { id, accountBlocks: file.accountBlocks(request.account) };
    case 'addBlocks':
      file.addBlocks(request.blocks);
      return { id };
    case 'blocksFrom':
      return { id, blocks: file.blocks.blocks.filter(({ firstSeq }) => firstSeq >= request.fromSeq) };
    case 'dropArchived':
      return { id, count: file.dropArchived(request.limit) };
    case 'checksumOf': {
      const crc = file.checksumOf(request.seq);
      return crc === undefined ? { id } : { id, crc };
    }
    case 'lastSeq':
      return { id, seq: file.lastSeq, crc: file.lastCrc };
    case 'probe':
      file.probe();
      return { id };
    case 'close':
      file.close();
      return { id };
  }
}

function start(): void {
  let file: JournalFile;
  try {
    file = new JournalFile(path);
    file.expectContinuation();
  } catch (error) {
    port.postMessage(failureOf(0, error));
    port.close();
    return;
  }
  port.on('message', (request: JournalRequest) => {
    try {
      port.postMessage(answer(file, request));
    } catch (error) {
      port.postMessage(failureOf(request.id, error));
    }
    if (request.kind === 'close') port.close();
  });
  port.postMessage({ id: 0 } satisfies JournalAnswer);
}

start();
