import { StringDecoder } from 'node:string_decoder';
import * as v from 'valibot';
import type { StoredRow } from '../storage/storage-snapshot.ts';

/** A record of the order journal as a backup holds it, one a line. */
export interface BackupRecord {
  readonly account: string;
  readonly payload: string;
  /** Checksum, chained to the record before. */
  readonly crc: number;
}

const recordSchema = v.object({ account: v.string(), payload: v.string(), crc: v.number() });
const rowSchema = v.record(v.string(), v.union([v.string(), v.number(), v.null()]));

/** Parses the line of a record. */
export const parseRecord = (line: string): BackupRecord => v.parse(recordSchema, JSON.parse(line));
/** Parses the line of a row. */
export const parseRow = (line: string): StoredRow => v.parse(rowSchema, JSON.parse(line));

/** The lines of a stream of text. Only a line feed ends a line: stored texts contain the other line ends of Unicode. */
export async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of chunks) {
    const lines = (rest + decoder.write(chunk)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  rest += decoder.end();
  if (rest !== '') yield rest;
}

/** Groups values into arrays of at most `size`. */
export async function* inBatches<Value>(
  values: AsyncIterable<Value>,
  size: number,
): AsyncGenerator<readonly Value[]> {
  let batch: Value[] = [];
  for await (const value of values) {
    batch.push(value);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
