import { useEffect, useState } from 'react';
import type { Annotations } from '../../../src/domain/strategy/annotations.ts';
import type { ReportPlatform } from './report-source.ts';
import type { LoadedReport } from './use-report.ts';

/** What the code of a run has drawn. `failed`: it could not be loaded; the report is complete without it. */
export type Drawing =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'ready'; readonly annotations: Annotations };

/** True when there is something to show. */
export const hasDrawn = ({ plots, marks }: Annotations): boolean => plots.length > 0 || marks.length > 0;

const LOADING: Drawing = { kind: 'loading' };

/** Loads what the code has drawn once its report is loaded, and again with it. */
export function useDrawing({ strategies }: ReportPlatform, loaded: LoadedReport | null): Drawing {
  const [drawing, setDrawing] = useState<Drawing>(LOADING);
  const source = loaded?.source ?? null;
  useEffect(() => {
    if (source === null) return undefined;
    let isOver = false;
    const show = (next: Drawing): void => {
      if (!isOver) setDrawing(next);
    };
    const { strategy, instance } = source.run;
    strategies.reports.annotations(strategy.Name, instance.InstanceId).then(
      (annotations) => show({ kind: 'ready', annotations }),
      () => show({ kind: 'failed' }),
    );
    return () => {
      isOver = true;
    };
  }, [strategies, source]);
  return drawing;
}
