import type { ToolPlatform } from '../../src/plugin-api/index.ts';

/** The saves of the user, as the platform has them. */
export type SaveStore = Awaited<ReturnType<ToolPlatform['savedDocuments']['open']>>;
