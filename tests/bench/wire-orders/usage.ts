/** Processor time of a server process, all its threads, and the orders it stands for. */
export interface Usage {
  readonly cpuUs: number;
}

/** Answers `read` with the processor time since the last `reset`, and ends the process at `stop`. */
export function answerUsage(end: () => Promise<void>): void {
  let before = process.cpuUsage();
  process.on('message', (message) => {
    if (message === 'reset') before = process.cpuUsage();
    if (message === 'read') {
      const { user, system } = process.cpuUsage(before);
      process.send?.({ cpuUs: user + system } satisfies Usage);
    }
    if (message === 'stop') void end().then(() => process.exit(0));
  });
}
