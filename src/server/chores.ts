import { CheckpointFiles } from './brokerage/checkpoint/checkpoint-files.ts';
import type { ServerConfig } from './config.ts';
import type { Chore } from './housekeeping.ts';
import type { Logger } from './logging.ts';
import { JournalArchiver } from './storage/journal-archive/journal-archiver.ts';
import { checkpointFolder } from './storage/journal-paths.ts';
import type { Storage } from './storage/repositories.ts';

/** What a running server does in spare time. */
export function choresOf(
  { archive }: Storage,
  config: ServerConfig,
  logger: Pick<Logger, 'info'>,
): readonly Chore[] {
  const checkpoints = new CheckpointFiles(checkpointFolder(config), (line) => logger.info(line));
  const archiver = new JournalArchiver({ archive, archivableSeq: () => checkpoints.coveredSeq() });
  return [{ name: 'archive of the order journal', step: () => archiver.step() }];
}
