import { useEffect, useState } from 'react';

const NORMAL_PX = 26;

function readPx(root: HTMLElement): number {
  const value = Number.parseFloat(getComputedStyle(root).getPropertyValue('--row-height'));
  return value > 0 ? value : NORMAL_PX;
}

/** Height of a row, px: a token that follows the density setting. */
export function useRowHeight(): number {
  const [heightPx, setHeightPx] = useState(() =>
    typeof document === 'undefined' ? NORMAL_PX : readPx(document.documentElement),
  );
  useEffect(() => {
    const root = document.documentElement;
    const read = () => setHeightPx(readPx(root));
    read();
    const observer = new MutationObserver(read);
    observer.observe(root, { attributes: true, attributeFilter: ['data-density'] });
    return () => observer.disconnect();
  }, []);
  return heightPx;
}
