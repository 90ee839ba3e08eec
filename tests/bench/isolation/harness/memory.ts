import { readdirSync, readFileSync } from 'node:fs';

/** Resident memory of a process and of the processes that it started, MB. */
export interface Memory {
  readonly server: number;
  readonly children: number;
}
export interface MemoryFigures {
  readonly before: Memory;
  readonly peak: Memory;
  readonly after: Memory;
}

const EVERY_MS = 250;
const MEGABYTE = 2 ** 20;

/** Content of a file of /proc; empty when its process has ended, or without /proc. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** Processes that the process started: each of its threads lists its own. Reads only these files, because it runs on the measured event loop. */
function childrenOf(pid: number): number[] {
  let threads: string[] = [];
  try {
    threads = readdirSync(`/proc/${pid}/task`);
  } catch {
    // The process has ended.
  }
  return threads.flatMap((thread) =>
    textOf(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  );
}

/** Resident kilobytes of every process that descends from the process, as Linux reports them; 0 elsewhere. */
function descendantKilobytes(pid: number): number {
  return childrenOf(pid).reduce((sum, child) => {
    const kilobytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(textOf(`/proc/${child}/status`))?.[1] ?? 0);
    return sum + kilobytes + descendantKilobytes(child);
  }, 0);
}

const read = (): Memory => ({
  server: process.memoryUsage.rss() / MEGABYTE,
  children: descendantKilobytes(process.pid) / 1_024,
});

/** Samples memory from now on. */
export function watchMemory(): { end(): MemoryFigures } {
  const before = read();
  let peak = before;
  const timer = setInterval(() => {
    const now = read();
    peak = {
      server: Math.max(peak.server, now.server),
      children: Math.max(peak.children, now.children),
    };
  }, EVERY_MS).unref();
  return {
    end() {
      clearInterval(timer);
      return { before, peak, after: read() };
    },
  };
}
