export { createPlatform } from './create-platform.ts';
export type * from './types.ts';
