import styles from './DrawingWait.module.css';

/** Covers the chart until the draw tools are there. A press leaves the focus in the chart, where the next key is expected. */
export function DrawingWait() {
  return <div className={styles.wait} data-wait="drawings" onMouseDown={(event) => event.preventDefault()} />;
}
