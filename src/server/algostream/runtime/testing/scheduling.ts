import { readFileSync } from 'node:fs';

/** Of Linux, `sched(7)`. */
export const SCHED_NORMAL = 0;
export const SCHED_IDLE = 5;

/** By which rule Linux gives a process its processor time: field 41 of its `stat`, of which the second is a name in brackets. */
export function schedulingPolicy(pid = 0): number {
  const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? '';
  return Number(afterName.split(' ')[38]);
}
