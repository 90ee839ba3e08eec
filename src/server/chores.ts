import type { StrategyService } from './algostream/service.ts';
import { CheckpointFiles } from './brokerage/checkpoint/checkpoint-files.ts';
import type { Clock } from './clock.ts';
import type { ServerConfig } from './config.ts';
import type { Chore } from './housekeeping.ts';
import type { Logger } from './logging.ts';
import { retentionChores } from './retention/retention-chores.ts';
import { JournalArchiver, type ArchiveObserver } from './storage/journal-archive/journal-archiver.ts';
import { checkpointFolder } from './storage/journal-paths.ts';
import type { Storage } from './storage/repositories.ts';

/** What the chores of a server work with. */
export interface ChoreParts {
  readonly storage: Pick<Storage, 'archive' | 'repositories'>;
  readonly config: ServerConfig;
  readonly strategies: Pick<StrategyService, 'removeInstance'>;
  readonly clock: Clock;
  readonly logger: Pick<Logger, 'info' | 'error'>;
  readonly archiveObserver: ArchiveObserver | undefined;
}

/** What a running server does in spare time. */
export function choresOf(parts: ChoreParts): readonly Chore[] {
  const { storage, config, strategies, clock, logger, archiveObserver } = parts;
  const { archive, repositories } = storage;
  const checkpoints = new CheckpointFiles(checkpointFolder(config), (line) => logger.info(line));
  const archiver = new JournalArchiver({
    archive,
    archivableSeq: () => checkpoints.coveredSeq(),
    observer: archiveObserver,
  });
  return [
    { name: 'archive of the order journal', step: () => archiver.step() },
    ...retentionChores({
      retention: config.retention,
      repositories,
      strategies,
      hostMs: () => clock.hostMs(),
      exchangeMs: () => clock.exchangeMs(),
      logger,
    }),
  ];
}
