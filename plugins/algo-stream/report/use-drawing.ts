import { useEffect, useState } from 'react';
import type { Annotations } from '../../../src/domain/strategy/annotations.ts';
import type { Run } from '../types.ts';
import type { ReportPlatform } from './report-source.ts';

/** What the code of a run has drawn. `failed`: it could not be loaded; the report is complete without it. */
export type Drawing =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'ready'; readonly annotations: Annotations };

/** True when there is something to show. */
export const hasDrawn = ({ plots, marks }: Annotations): boolean => plots.length > 0 || marks.length > 0;

const LOADING: Drawing = { kind: 'loading' };

/** Loads what the code of a run has drawn, and again with its report; nothing while the run is null. */
export function useDrawing({ strategies }: Pick<ReportPlatform, 'strategies'>, run: Run | null): Drawing {
  const [drawing, setDrawing] = useState<Drawing>(LOADING);
  useEffect(() => {
    if (run === null) return undefined;
    let isOver = false;
    const show = (next: Drawing): void => {
      if (!isOver) setDrawing(next);
    };
    const { strategy, instance } = run;
    strategies.reports.annotations(strategy.Name, instance.InstanceId).then(
      (annotations) => show({ kind: 'ready', annotations }),
      () => show({ kind: 'failed' }),
    );
    return () => {
      isOver = true;
    };
  }, [strategies, run]);
  return drawing;
}
