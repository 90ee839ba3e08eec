import { ArrowLeft, ArrowRight, House, Maximize2, Minimize2 } from 'lucide-react';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { classNames, ErrorState, IconButton, Spinner } from '../../ui/index.ts';
import { canGo, currentTopic, go, owedAfter, startHistory, visit, type HelpHistory } from './help-history.ts';
import { HOME_TOPIC, helpAddress, readHelpMessage } from './help-channel.ts';
import styles from './InfoFrame.module.css';

export interface InfoFrameProps {
  /** The page to begin with; another one is gone to. */
  readonly topic: string;
  /** What the frame is called for those who do not see it. */
  readonly title: string;
  /** Escape pressed inside the help page. Absent where there is nothing to close: then Escape restores the size. */
  readonly onClose?: () => void;
  /** True inside a dialog, which then takes the frame's size. */
  readonly isInDialog?: boolean;
  /** Under the page. */
  readonly footer?: ReactNode;
}

/** How long the page may take before we say that it does not come, ms. */
const PATIENCE_MS = 10_000;
/** Where the size of the dialog is kept. A page of its own always begins beside the rest of the desk. */
const SIZE_KEY = 'tapedeck.help-maximised';

function readSize(): boolean {
  try {
    return localStorage.getItem(SIZE_KEY) === 'true';
  } catch {
    return false;
  }
}
function keepSize(isMaximised: boolean): void {
  try {
    localStorage.setItem(SIZE_KEY, String(isMaximised));
  } catch {
    /* Blocked storage only costs the size at the next opening. */
  }
}

/** The help page in a frame, with Home, Back, Forward and maximise or restore. Its history is its own: no step of it leaves the help. */
export function InfoFrame({ topic, title, onClose, isInDialog = false, footer }: InfoFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [address] = useState(() => helpAddress(topic));
  const [history, setHistory] = useState<HelpHistory>(() => startHistory(topic));
  const [pageTitle, setPageTitle] = useState('');
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  const [attempt, setAttempt] = useState(0);
  const [isMaximised, setMaximised] = useState(() => isInDialog && readSize());
  const latest = useRef(history);
  /** Pages that the frame was sent to and has not reported yet. */
  const owed = useRef<readonly string[]>([]);

  /** Replaces the frame's address: the browser's history gets no entry. */
  const show = (next: HelpHistory) => {
    if (next === latest.current) return;
    latest.current = next;
    setHistory(next);
    owed.current = [...owed.current, currentTopic(next)];
    frame.current?.contentWindow?.location.replace(helpAddress(currentTopic(next)));
  };
  const actions = useRef({ step: (_by: -1 | 1) => {}, close: () => {} });
  useEffect(() => {
    actions.current = {
      step: (by) => show(go(latest.current, by)),
      close: () => (onClose === undefined ? setMaximised(false) : onClose()),
    };
  });
  useEffect(() => {
    show(visit(latest.current, topic));
  }, [topic]);

  useEffect(() => {
    const hear = (event: MessageEvent) => {
      if (event.origin !== location.origin || event.source !== frame.current?.contentWindow) return;
      const message = readHelpMessage(event.data);
      if (message === null) return;
      if (message.type === 'close') actions.current.close();
      else if (message.type !== 'shown') actions.current.step(message.type === 'back' ? -1 : 1);
      else {
        owed.current = owedAfter(owed.current, message.topic);
        if (owed.current.length > 0) return;
        latest.current = visit(latest.current, message.topic);
        setHistory(latest.current);
        setPageTitle(message.title);
        setState('shown');
      }
    };
    // A dialog may stand in a window of its own, apart from the desk's: the page speaks to that one.
    const host = frame.current?.ownerDocument.defaultView ?? window;
    host.addEventListener('message', hear);
    return () => host.removeEventListener('message', hear);
  }, []);
  useEffect(() => {
    if (state !== 'loading') return undefined;
    const timer = setTimeout(() => setState('failed'), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [state, attempt]);

  const onKeyDown = (event: KeyboardEvent) => {
    const by =
      event.altKey && event.key === 'ArrowLeft' ? -1 : event.altKey && event.key === 'ArrowRight' ? 1 : 0;
    if (by === 0) return;
    // The browser would go back in its own history, and leave the desk.
    event.preventDefault();
    actions.current.step(by);
  };
  const resize = () => {
    if (isInDialog) keepSize(!isMaximised);
    setMaximised(!isMaximised);
  };
  return (
    <section
      className={classNames(styles.frame, isInDialog && styles.inDialog)}
      data-maximised={isMaximised}
      aria-label={title}
      onKeyDown={onKeyDown}
    >
      <div className={styles.bar} role="toolbar" aria-label="Help pages">
        <IconButton label="Home" onClick={() => show(visit(latest.current, HOME_TOPIC))}>
          <House size={14} />
        </IconButton>
        <IconButton
          label="Back"
          focusableWhenDisabled
          disabled={!canGo(history, -1)}
          onClick={() => actions.current.step(-1)}
        >
          <ArrowLeft size={14} />
        </IconButton>
        <IconButton
          label="Forward"
          focusableWhenDisabled
          disabled={!canGo(history, 1)}
          onClick={() => actions.current.step(1)}
        >
          <ArrowRight size={14} />
        </IconButton>
        <span className={styles.title} aria-live="polite">
          {pageTitle}
        </span>
        <IconButton label={isMaximised ? 'Restore' : 'Maximize'} onClick={resize}>
          {isMaximised ? <Minimize2 size={13} /> : <Maximize2 size={13} />}
        </IconButton>
      </div>
      <div className={styles.page}>
        <iframe
          key={attempt}
          ref={frame}
          src={attempt === 0 ? address : helpAddress(currentTopic(history))}
          title={title}
        />
        {state === 'loading' ? (
          <div className={styles.cover}>
            <Spinner label="Loading the help page" />
          </div>
        ) : null}
        {state === 'failed' ? (
          <div className={styles.cover}>
            <ErrorState
              title="The help page could not be loaded"
              text="The server may be unreachable. Your workspace still works without the help."
              onRetry={() => {
                setState('loading');
                setAttempt(attempt + 1);
              }}
            />
          </div>
        ) : null}
      </div>
      {footer === undefined ? null : <div className={styles.foot}>{footer}</div>}
    </section>
  );
}
