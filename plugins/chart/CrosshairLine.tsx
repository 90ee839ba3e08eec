import { useEffect, useRef } from 'react';
import styles from './Chart.module.css';
import type { ChartController } from './chart-controller.ts';

/** The bar under the crosshair in the line above the chart, where it covers no bars. `CrosshairReader` reads it out. */
export function CrosshairLine({ controller }: { readonly controller: ChartController }) {
  const line = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    controller.view.writeBarInto(line.current);
    return () => controller.view.writeBarInto(null);
  }, [controller]);
  return <span ref={line} className={styles.barLine} data-part="bar" aria-hidden />;
}
