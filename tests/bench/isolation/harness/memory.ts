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

/** Resident kilobytes of every process that descends from this one, as Linux reports them; 0 elsewhere. */
function descendantKilobytes(): number {
  const processes = new Map<number, { readonly parent: number; readonly kilobytes: number }>();
  try {
    for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
      try {
        const status = readFileSync(`/proc/${name}/status`, 'utf8');
        processes.set(Number(name), {
          parent: Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1]),
          kilobytes: Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0),
        });
      } catch {
        // The process ended meanwhile.
      }
    }
  } catch {
    // No /proc: only the server's own memory is known.
  }
  const descends = (parent: number): boolean => {
    if (parent === process.pid) return true;
    const next = processes.get(parent)?.parent;
    return next !== undefined && next !== parent && descends(next);
  };
  return [...processes.values()].reduce(
    (sum, { parent, kilobytes }) => (descends(parent) ? sum + kilobytes : sum),
    0,
  );
}

const read = (): Memory => ({
  server: process.memoryUsage.rss() / MEGABYTE,
  children: descendantKilobytes() / 1_024,
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
