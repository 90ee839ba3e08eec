import type { SystemValues } from '../../storage/repositories.ts';

const NAME = 'live-start-checks';
const REQUIRED = 'required';

/** Whether an administrator lets only strategies with passed checks start live. Read for each start, so that a change by the command line counts at once. */
export const areGatesRequired = async (system: Pick<SystemValues, 'get'>): Promise<boolean> =>
  (await system.get(NAME)) === REQUIRED;

/** Sets whether a live start needs passed checks. */
export const setGatesRequired = (system: Pick<SystemValues, 'set'>, isRequired: boolean): Promise<void> =>
  system.set(NAME, isRequired ? REQUIRED : 'optional');
