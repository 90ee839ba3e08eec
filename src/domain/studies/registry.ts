import { adx } from './kinds/adx.ts';
import { anchoredVwap } from './kinds/anchored-vwap.ts';
import { atr } from './kinds/atr.ts';
import { bb } from './kinds/bb.ts';
import { donchian } from './kinds/donchian.ts';
import { ema } from './kinds/ema.ts';
import { ichimoku } from './kinds/ichimoku.ts';
import { keltner } from './kinds/keltner.ts';
import { macd } from './kinds/macd.ts';
import { movingLinearRegressions } from './kinds/mlr.ts';
import { obv } from './kinds/obv.ts';
import { closingPriceReversal } from './kinds/patterns/closing-price.ts';
import { hookReversal } from './kinds/patterns/hook.ts';
import { islandReversal } from './kinds/patterns/island.ts';
import { keyReversal } from './kinds/patterns/key.ts';
import { openCloseReversal } from './kinds/patterns/open-close.ts';
import { pivotPointReversal } from './kinds/patterns/pivot-point.ts';
import { roc } from './kinds/roc.ts';
import { rsi } from './kinds/rsi.ts';
import { sar } from './kinds/sar.ts';
import { simpleMovingAverages } from './kinds/sma.ts';
import { sto } from './kinds/sto.ts';
import { volume } from './kinds/volume.ts';
import { volumeProfile } from './kinds/volume-profile.ts';
import { vwap } from './kinds/vwap.ts';
import { wma } from './kinds/wma.ts';
import type { StudyKind } from './study.ts';

/** All studies, in the order of the studies dialog. Add a new one as a file in `kinds` and a line here. */
export const STUDIES: readonly StudyKind[] = [
  volume,
  atr,
  obv,
  rsi,
  roc,
  sto,
  sar,
  ...simpleMovingAverages,
  ...movingLinearRegressions,
  bb,
  closingPriceReversal,
  openCloseReversal,
  pivotPointReversal,
  keyReversal,
  hookReversal,
  islandReversal,
  ema,
  wma,
  macd,
  vwap,
  anchoredVwap,
  adx,
  donchian,
  keltner,
  ichimoku,
  volumeProfile,
];

const byId = new Map(STUDIES.map((study) => [study.id, study]));

/** The study with a stored id; undefined for an id that this version does not know. */
export function studyById(id: string): StudyKind | undefined {
  return byId.get(id);
}
