import { countFinding, FileDamage, JournalDamage, type RecordTexts } from '../journal-chain.ts';
import type { JournalReader, JournalRecord } from '../repositories.ts';
import type { BlockIndex } from './block-index.ts';
import { unpackBlock, type Block } from './journal-block.ts';

/** How many archived records of an account a block has. */
export interface AccountBlock {
  readonly firstSeq: number;
  readonly records: number;
}

/** The records that are not archived, and where the archived ones are. Calls are answered in the order in which they are made. */
export interface JournalParts {
  /** How messages name the journal. */
  readonly name: string;
  index(): BlockIndex;
  /** Compressed bytes of a block. */
  blockBytes(block: Block): Promise<Uint8Array>;
  /** The blocks with records of an account ('' = of none), ascending. */
  accountBlocks(account: string): Promise<readonly AccountBlock[]>;
  /** Records that are not archived, from `fromSeq` on, each checked. */
  read(fromSeq: number, limit: number): Promise<RecordTexts>;
  accountBatch: JournalReader['accountBatch'];
  countOfAccount(account: string, fromSeq: number, toSeq: number): Promise<number>;
  checksumOf: JournalReader['checksumOf'];
}

type Unpacked = Awaited<ReturnType<typeof unpackBlock>>;

const CACHED_BLOCKS = 8;
/** Blocks that one read of an account unpacks at most once it has found records. */
const MAX_ACCOUNT_BLOCKS = 2;

/** Reads a journal whose older records are archived as if it were in one piece. Damage is thrown as JournalDamage. */
export class WholeJournal implements JournalReader {
  readonly #parts: JournalParts;
  /** By first record, the one used last at the end. */
  readonly #cache = new Map<number, Promise<Unpacked>>();

  constructor(parts: JournalParts) {
    this.#parts = parts;
  }

  /** Records from `fromSeq` on with their accounts; as many as `limit` unless the journal ends. */
  async read(fromSeq: number, limit: number): Promise<RecordTexts> {
    const payloads: string[] = [];
    const accounts: string[] = [];
    for (;;) {
      const next = fromSeq + payloads.length;
      const wanted = limit - payloads.length;
      const block = wanted > 0 ? this.#parts.index().blockAt(next) : undefined;
      if (!block) {
        if (wanted <= 0) return { payloads, accounts };
        const live = await this.#parts.read(next, wanted);
        if (payloads.length === 0) return live;
        return { payloads: payloads.concat(live.payloads), accounts: accounts.concat(live.accounts) };
      }
      const records = await this.#unpacked(block);
      const from = next - block.firstSeq;
      payloads.push(...records.payloads.slice(from, from + wanted));
      accounts.push(...records.accounts.slice(from, from + wanted));
    }
  }

  async batch(fromSeq: number, limit: number): Promise<readonly JournalRecord[]> {
    const { payloads } = await this.read(fromSeq, limit);
    return payloads.map((payload, index) => ({ seq: fromSeq + index, payload }));
  }

  async accountBatch(
    account: string,
    { fromSeq, toSeq }: { readonly fromSeq: number; readonly toSeq: number },
    limit: number,
  ): Promise<readonly JournalRecord[]> {
    for (let next = fromSeq; ;) {
      const archivedSeq = this.#parts.index().lastSeq;
      // In the same turn as the check: records leave the journal only after this request.
      if (next > archivedSeq) return this.#parts.accountBatch(account, { fromSeq: next, toSeq }, limit);
      const found = await this.#archivedOf(account, next, Math.min(toSeq, archivedSeq), limit);
      if (found.length > 0) return found;
      next = archivedSeq + 1;
    }
  }

  async expectAccountRecords(account: string, toSeq: number, count: number): Promise<void> {
    const index = this.#parts.index();
    const archivedSeq = index.lastSeq;
    // Both are requested at once. Records that are archived meanwhile leave the journal only after these requests.
    const [blocks, live] = await Promise.all([
      archivedSeq === 0 ? [] : this.#parts.accountBlocks(account),
      toSeq > archivedSeq ? this.#parts.countOfAccount(account, archivedSeq + 1, toSeq) : 0,
    ]);
    let found = live;
    for (const { firstSeq, records } of blocks) {
      const block = firstSeq > Math.min(archivedSeq, toSeq) ? undefined : index.blockAt(firstSeq);
      if (!block) continue;
      found +=
        block.lastSeq <= toSeq ? records : (await this.#recordsOf(account, block, firstSeq, toSeq)).length;
    }
    if (found !== count) throw new JournalDamage(this.#parts.name, countFinding(account, found, count));
  }

  async checksumOf(seq: number): Promise<number | undefined> {
    const block = this.#parts.index().blockAt(seq);
    if (!block) return this.#parts.checksumOf(seq);
    if (seq === block.lastSeq) return block.crc;
    return (await this.#unpacked(block)).crcs[seq - block.firstSeq];
  }

  /** Archived records of an account: those of few blocks, so that the caller can let others go first. Empty when there are none. */
  async #archivedOf(
    account: string,
    fromSeq: number,
    toSeq: number,
    limit: number,
  ): Promise<readonly JournalRecord[]> {
    const found: JournalRecord[] = [];
    let unpacked = 0;
    for (const { firstSeq, records } of await this.#parts.accountBlocks(account)) {
      const block = firstSeq > toSeq ? undefined : this.#parts.index().blockAt(firstSeq);
      if (!block || block.lastSeq < fromSeq) continue;
      if (found.length >= limit || (found.length > 0 && unpacked >= MAX_ACCOUNT_BLOCKS)) break;
      const all = await this.#recordsOf(account, block, block.firstSeq, block.lastSeq);
      if (all.length !== records)
        throw new JournalDamage(this.#parts.name, countFinding(account, all.length, records));
      found.push(...all.filter(({ seq }) => seq >= fromSeq && seq <= toSeq));
      unpacked += 1;
    }
    return found.slice(0, limit);
  }

  async #recordsOf(
    account: string,
    block: Block,
    fromSeq: number,
    toSeq: number,
  ): Promise<readonly JournalRecord[]> {
    const { payloads, accounts } = await this.#unpacked(block);
    return payloads
      .map((payload, index) => ({ seq: block.firstSeq + index, payload }))
      .filter(({ seq }, index) => accounts[index] === account && seq >= fromSeq && seq <= toSeq);
  }

  #unpacked(block: Block): Promise<Unpacked> {
    const cached = this.#cache.get(block.firstSeq);
    const records = cached ?? this.#load(block);
    this.#cache.delete(block.firstSeq);
    this.#cache.set(block.firstSeq, records);
    for (const oldest of this.#cache.keys()) {
      if (this.#cache.size <= CACHED_BLOCKS) break;
      this.#cache.delete(oldest);
    }
    if (!cached) records.catch(() => this.#cache.delete(block.firstSeq));
    return records;
  }

  async #load(block: Block): Promise<Unpacked> {
    try {
      return await unpackBlock(await this.#parts.blockBytes(block), block);
    } catch (error) {
      throw error instanceof FileDamage
        ? new JournalDamage(this.#parts.name, error.message, { cause: error })
        : error;
    }
  }
}
