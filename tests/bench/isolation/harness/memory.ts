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

/** Resident kilobytes of the direct children, as Linux reports them; 0 elsewhere. */
function childrenKilobytes(): number {
  let sum = 0;
  try {
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      try {
        const status = readFileSync(`/proc/${pid}/status`, 'utf8');
        if (/^PPid:\s+(\d+)$/m.exec(status)?.[1] === String(process.pid))
          sum += Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0);
      } catch {
        // The process ended meanwhile.
      }
    }
  } catch {
    // No /proc: only the server's own memory is known.
  }
  return sum;
}

const read = (): Memory => ({
  server: process.memoryUsage.rss() / MEGABYTE,
  children: childrenKilobytes() / 1_024,
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
