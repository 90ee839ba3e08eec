import { join } from 'node:path';
import type { Logger } from './logging.ts';
import type { ReplayNoteKind } from './market/replay/replay-report.ts';

/** Receives every note of the replay market about its recording. */
export type ReplayNotes = (line: string, kind: ReplayNoteKind) => void;

/** More lines than this would push what matters off the screen. */
const PROBLEMS_SHOWN = 20;

/** Shows the first problems of a recording and its summary on stdout; the log gets all. */
export function createReplayNotes(options: {
  say: (line: string) => void;
  logger: Logger;
  dataFolder: string;
}): ReplayNotes {
  const { say, logger } = options;
  let problems = 0;
  let isSummedUp = false;
  return (line, kind) => {
    if (kind === 'problem') {
      problems += 1;
      logger.warn(line);
      if (problems <= PROBLEMS_SHOWN) say(line);
      return;
    }
    logger.info(line);
    if (!isSummedUp && problems > PROBLEMS_SHOWN) {
      // A log that is set to less than warnings does not hold them.
      const where = logger.isLevelEnabled('warn')
        ? `in ${join(options.dataFolder, 'server.log')}`
        : 'not shown; TAPEDECK_LOG=warn writes them to server.log in the data folder';
      say(`… and ${(problems - PROBLEMS_SHOWN).toLocaleString('en-US')} more ${where}`);
    }
    isSummedUp = true;
    say(line);
  };
}
