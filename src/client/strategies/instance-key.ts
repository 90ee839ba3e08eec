/** Identifies an instance among all strategies of the user: instance ids are unique only within a strategy. */
export const instanceKey = (name: string, instanceId: string): string => JSON.stringify([name, instanceId]);
