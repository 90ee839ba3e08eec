import { studyById } from '../../../src/domain/studies/index.ts';
import { ordinalOf, studyIdOf } from './indicator.ts';

/** The title of an instance of a study without its numbers: `RSI`, `RSI 2` for a second one. */
export const studyTitle = (key: string): string =>
  `${studyById(studyIdOf(key))?.title ?? studyIdOf(key)}${ordinalOf(key)}`;
