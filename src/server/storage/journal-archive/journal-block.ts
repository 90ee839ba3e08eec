import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';
import * as v from 'valibot';
import { checksumFinding, FileDamage, JournalChain, type RecordTexts } from '../journal-chain.ts';

/** Records of a block. Reading one old record decompresses one block, so it is small. */
export const BLOCK_RECORDS = 512;

/** Where archived records are, and the checksums that tie them to the records before and after. */
export interface Block {
  readonly firstSeq: number;
  readonly lastSeq: number;
  /** Checksum of the record before the first; 0 before record 1. */
  readonly crcBefore: number;
  /** Checksum of the last record. */
  readonly crc: number;
  /** Name of the file that holds it; empty in PostgreSQL, whose table holds the bytes. */
  readonly segment: string;
  /** Where the block begins in the file, bytes. */
  readonly offset: number;
  readonly bytes: number;
}

/** A compressed block that is not stored yet, and how many records of each account it has ('' = of none). */
export interface PackedBlock extends Omit<Block, 'segment' | 'offset'> {
  readonly data: Uint8Array;
  readonly accounts: ReadonlyMap<string, number>;
}

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);
// A checksum in each frame: `zstd --test` verifies a file without Tapedeck.
const COMPRESSION = { params: { [constants.ZSTD_c_checksumFlag]: 1 } };

const lineSchema = v.object({
  seq: v.number(),
  account: v.string(),
  payload: v.string(),
  crc: v.number(),
});

/**
 * Compresses records that were read from the journal. A block is a frame of Zstandard with a line of JSON for each record, so that
 * `zstd -dc` shows it. The block is read back before it is returned.
 */
export async function packBlock(
  firstSeq: number,
  crcBefore: number,
  { payloads, accounts }: RecordTexts,
): Promise<PackedBlock> {
  const chain = new JournalChain();
  const counts = new Map<string, number>();
  let crc = crcBefore;
  let text = '';
  payloads.forEach((payload, index) => {
    const account = accounts[index] ?? '';
    crc = chain.next(crc, account, payload);
    counts.set(account, (counts.get(account) ?? 0) + 1);
    text += `${JSON.stringify({ seq: firstSeq + index, account, payload, crc })}\n`;
  });
  const data = await compress(text, COMPRESSION);
  const lastSeq = firstSeq + payloads.length - 1;
  const block = { firstSeq, lastSeq, crcBefore, crc, bytes: data.length, data, accounts: counts };
  await unpackBlock(data, block);
  return block;
}

/** The records of a block with their checksums, each compared with the one before it. Throws FileDamage. */
export async function unpackBlock(
  data: Uint8Array,
  block: Pick<Block, 'firstSeq' | 'lastSeq' | 'crcBefore' | 'crc'>,
): Promise<RecordTexts & { readonly crcs: readonly number[] }> {
  const { firstSeq, lastSeq, crcBefore } = block;
  const lines = await linesOf(data, block);
  const chain = new JournalChain();
  const payloads: string[] = [];
  const accounts: string[] = [];
  const crcs: number[] = [];
  let crc = crcBefore;
  for (const { seq, account, payload, crc: stored } of lines) {
    if (seq !== firstSeq + payloads.length)
      throw new FileDamage(`record ${firstSeq + payloads.length} is missing in the archive`);
    crc = chain.next(crc, account, payload);
    if (crc !== stored) throw new FileDamage(checksumFinding(seq));
    payloads.push(payload);
    accounts.push(account);
    crcs.push(crc);
  }
  if (payloads.length !== lastSeq - firstSeq + 1)
    throw new FileDamage(`record ${firstSeq + payloads.length} is missing in the archive`);
  if (crc !== block.crc) throw new FileDamage(checksumFinding(lastSeq));
  return { payloads, accounts, crcs };
}

async function linesOf(
  data: Uint8Array,
  { firstSeq, lastSeq }: Pick<Block, 'firstSeq' | 'lastSeq'>,
): Promise<readonly v.InferOutput<typeof lineSchema>[]> {
  try {
    const text = (await decompress(data)).toString('utf8');
    return text
      .split('\n')
      .slice(0, -1)
      .map((line) => v.parse(lineSchema, JSON.parse(line)));
  } catch (error) {
    throw new FileDamage(`the archived records ${firstSeq} to ${lastSeq} cannot be read`, { cause: error });
  }
}
