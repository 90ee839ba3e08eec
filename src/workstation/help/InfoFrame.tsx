import { ArrowLeft, ArrowRight, House, Maximize2, Minimize2 } from 'lucide-react';
import {
  useCallback,
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { useDesk } from '../desk-context.ts';
import { classNames, ErrorState, IconButton, Spinner } from '../../ui/index.ts';
import { canGo, currentTopic, go, owedAfter, startHistory, visit, type HelpHistory } from './help-history.ts';
import { HELP_SOURCE, HOME_TOPIC, helpAddress, readHelpMessage, type DeskMessage } from './help-channel.ts';
import styles from './InfoFrame.module.css';

/** Which help page the frame shows, and where the frame is. */
export interface InfoFrameProps {
  /** The page to show; when it changes, the frame goes to the new one. */
  readonly topic: string;
  /** Accessible name of the frame. */
  readonly title: string;
  /** Escape pressed inside the help page. Absent where there is nothing to close: then Escape restores the size. */
  readonly onClose?: () => void;
  /** True inside a dialog, which then takes the frame's size. */
  readonly isInDialog?: boolean;
  /** Under the page. */
  readonly footer?: ReactNode;
}

/** How long the page may take to load, ms. */
const PATIENCE_MS = 10_000;
/** Storage key of the dialog's size. Outside of a dialog the frame always starts at its normal size. */
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
  const [isMaximised, setMaximised] = useState(() => isInDialog && readSize());
  const help = useHelpPages(topic, () => (onClose === undefined ? setMaximised(false) : onClose()));
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.altKey ? { ArrowLeft: -1 as const, ArrowRight: 1 as const }[event.key] : undefined;
    if (step === undefined) return;
    // The browser would go back in its own history, and leave the desk.
    event.preventDefault();
    help.step(step);
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
      <HelpBar help={help} isMaximised={isMaximised} resize={resize} />
      <div className={styles.page}>
        <iframe key={help.attempt} ref={help.frame} src={help.source} title={title} />
        {help.state === 'loading' ? (
          <div className={styles.cover}>
            <Spinner label="Loading the help page" />
          </div>
        ) : null}
        {help.state === 'failed' ? (
          <div className={styles.cover}>
            <ErrorState
              title="The help page could not be loaded"
              text="The server may be unreachable. Your workspace still works without the help."
              onRetry={help.retry}
            />
          </div>
        ) : null}
      </div>
      {footer === undefined ? null : <div className={styles.foot}>{footer}</div>}
    </section>
  );
}

interface HelpBarProps {
  readonly help: ReturnType<typeof useHelpPages>;
  readonly isMaximised: boolean;
  readonly resize: () => void;
}

function HelpBar({ help, isMaximised, resize }: HelpBarProps) {
  return (
    <div className={styles.bar} role="toolbar" aria-label="Help pages">
      <IconButton label="Home" onClick={help.home}>
        <House size={14} />
      </IconButton>
      <IconButton
        label="Back"
        focusableWhenDisabled
        disabled={!canGo(help.history, -1)}
        onClick={() => help.step(-1)}
      >
        <ArrowLeft size={14} />
      </IconButton>
      <IconButton
        label="Forward"
        focusableWhenDisabled
        disabled={!canGo(help.history, 1)}
        onClick={() => help.step(1)}
      >
        <ArrowRight size={14} />
      </IconButton>
      <span className={styles.title} aria-live="polite">
        {help.pageTitle}
      </span>
      <IconButton label={isMaximised ? 'Restore' : 'Maximize'} onClick={resize}>
        {isMaximised ? <Minimize2 size={13} /> : <Maximize2 size={13} />}
      </IconButton>
    </div>
  );
}

/** The pages shown in the frame, their history, and the messages of the page. `close` runs when Escape is pressed in it. */
function useHelpPages(topic: string, close: () => void) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [address] = useState(() => helpAddress(topic));
  const [history, setHistory] = useState<HelpHistory>(() => startHistory(topic));
  const [pageTitle, setPageTitle] = useState('');
  const [attempt, setAttempt] = useState(0);
  const { state, setState } = useLoadingState(attempt);
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
  const step = (by: -1 | 1) => show(go(latest.current, by));
  function onShown(shown: { readonly topic: string; readonly title: string }) {
    owed.current = owedAfter(owed.current, shown.topic);
    if (owed.current.length > 0) return;
    latest.current = visit(latest.current, shown.topic);
    setHistory(latest.current);
    setPageTitle(shown.title);
    setState('shown');
  }
  useEffect(() => {
    show(visit(latest.current, topic));
  }, [topic]);
  const onReady = useToolTopics(frame);
  useHelpMessages(frame, { step, close, onShown, onReady });
  return {
    frame,
    history,
    pageTitle,
    attempt,
    state,
    step,
    source: attempt === 0 ? address : helpAddress(currentTopic(history)),
    home: () => show(visit(latest.current, HOME_TOPIC)),
    retry() {
      setState('loading');
      setAttempt(attempt + 1);
    },
  };
}

/** Sends the page in the frame the help pages of tools, and again when third-party tools come. Returns what to call when the page has loaded. */
function useToolTopics(frame: RefObject<HTMLIFrameElement | null>): () => void {
  const { plugins } = useDesk();
  const isReady = useRef(false);
  const send = useCallback(async () => {
    const { toolTopics } = await import('./tool-topics.ts');
    const message: DeskMessage = {
      source: HELP_SOURCE,
      type: 'topics',
      topics: await toolTopics(plugins.all),
    };
    frame.current?.contentWindow?.postMessage(message, location.origin);
  }, [frame, plugins]);
  useEffect(
    () =>
      plugins.subscribe(() => {
        if (isReady.current) void send();
      }),
    [plugins, send],
  );
  return () => {
    isReady.current = true;
    void send();
  };
}

function useLoadingState(attempt: number) {
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  useEffect(() => {
    if (state !== 'loading') return undefined;
    const timer = setTimeout(() => setState('failed'), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [state, attempt]);
  return { state, setState };
}

interface HelpActions {
  readonly onReady: () => void;
  readonly step: (by: -1 | 1) => void;
  readonly close: () => void;
  readonly onShown: (shown: { readonly topic: string; readonly title: string }) => void;
}

/** Runs the actions that the page in the frame requests by messages. */
function useHelpMessages(frame: RefObject<HTMLIFrameElement | null>, actions: HelpActions): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const onMessage = (event: MessageEvent) => {
      if (event.origin !== location.origin || event.source !== frame.current?.contentWindow) return;
      const message = readHelpMessage(event.data);
      if (message === null) return;
      if (message.type === 'ready') latest.current.onReady();
      else if (message.type === 'close') latest.current.close();
      else if (message.type === 'shown') latest.current.onShown(message);
      else latest.current.step(message.type === 'back' ? -1 : 1);
    };
    // A dialog may be in a browser window apart from the desk's: the page sends its messages to that one.
    const host = frame.current?.ownerDocument.defaultView ?? window;
    host.addEventListener('message', onMessage);
    return () => host.removeEventListener('message', onMessage);
  }, [frame]);
}
