import type { FramePainter } from '../../src/plugin-api/index.ts';

/** The parts that are painted: the rows first, which bring the ladder up to date. */
export type LadderPart = 'rows' | 'head';
export type LadderPainter = FramePainter<LadderPart>;
