import type { CommandArguments } from '../../src/plugin-api/index.ts';

/** The symbol that a command was given; undefined = none. */
export const symbolOf = ({ symbol }: CommandArguments): string | undefined =>
  typeof symbol === 'string' && symbol !== '' ? symbol : undefined;
