import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { classNames, siteAddress } from '../../ui/index.ts';
import { useDesk } from '../desk-context.ts';
import { CandleStrip } from './CandleStrip.tsx';
import styles from './Screens.module.css';

/** Names the browser's tab after the screen. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Tapedeck`;
  }, [title]);
}

/** The heading of a screen: names the tab and takes the focus, so that a screen reader and the next Tab begin here. */
export function Heading({
  children,
  className,
  title,
}: {
  readonly children: string;
  readonly className?: string | undefined;
  readonly title?: string;
}) {
  const { dialogs } = useDesk();
  const heading = useRef<HTMLHeadingElement>(null);
  useTitle(title ?? children);
  // An open dialog keeps the focus; a screen that arrives under it must not take it.
  useEffect(() => {
    if (!dialogs.hasModal()) heading.current?.focus({ preventScroll: true });
  }, [dialogs]);
  return (
    <h1 ref={heading} tabIndex={-1} className={classNames(styles.heading, className)}>
      {children}
    </h1>
  );
}

/** The product's name above what a page outside the desk says. */
export function Brand() {
  return (
    <p className={styles.brand}>
      <BrandIcon />
      Tapedeck
    </p>
  );
}

/** The mark of the product. It has no accessible name: its name stands beside it. */
export function BrandIcon() {
  return <img src={siteAddress('/favicon.svg')} alt="" width={24} height={24} />;
}

/** The pages outside the desk: content over a line of drawn candles. */
export function Screen({ children }: { readonly children: ReactNode }) {
  return (
    <main className={styles.screen}>
      {children}
      <CandleStrip />
    </main>
  );
}

/** A box for a form or a short text. */
export function Card({ children }: { readonly children: ReactNode }) {
  return <div className={classNames(styles.box, styles.card)}>{children}</div>;
}

/** Escape leaves a form. */
export function onEscape(leave: () => void): (event: KeyboardEvent<HTMLElement>) => void {
  return (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    leave();
  };
}
