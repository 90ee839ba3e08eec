import type { Journal } from '../../storage/repositories.ts';
import type { Ledger } from '../ledger.ts';
import type { BrokerageLogger } from '../logger.ts';
import { replay } from '../replay.ts';
import { restore, type Checkpoints } from './build-checkpoint.ts';

/** Fills the ledger of a starting brokerage: from the newest checkpoint and the records after it. Returns the record of the checkpoint, 0 = none. */
export async function restoreLedger(
  ledger: Ledger,
  parts: {
    readonly journal: Journal;
    readonly checkpoints: Checkpoints | undefined;
    readonly maxFinished: number;
    readonly logger: BrokerageLogger | undefined;
  },
): Promise<number> {
  const { journal, checkpoints, maxFinished, logger } = parts;
  if (checkpoints) await restore(ledger, journal, checkpoints, (line) => logger?.warn({}, line));
  const checkpointSeq = ledger.book.lastSeq;
  const toSeq = await journal.lastSeq();
  await replay(journal, ledger, { toSeq, maxFinished });
  logger?.info({ checkpointSeq, lastSeq: toSeq }, 'Books read from the journal.');
  return checkpointSeq;
}
