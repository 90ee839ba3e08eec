import { readFileSync } from 'node:fs';

/**
 * How long a process was ready to run and had no processor since it started, in milliseconds. 0 where the operating system does not
 * report it (only Linux does), and when the process is gone.
 */
export function processorWaitMs(pid: number): number {
  try {
    // Nanoseconds on a processor, nanoseconds in the queue for one, and the number of turns; of the main thread.
    const [, waitNs = '0'] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ');
    return Number(waitNs) / 1e6;
  } catch {
    return 0;
  }
}
