import { ChevronDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { MarketFacts } from '../../client/types.ts';
import { Menu } from '../../ui/index.ts';
import { useDesk, useSessionState } from '../desk-context.ts';
import { replayEntries, replayText } from './replay-mark.ts';
import styles from './Shell.module.css';

/** Says that a recording is played, of which date and how fast. Administrators pause it and set its speed from here. */
export function ReplayMark() {
  const replay = useSessionState().market?.Replay;
  return replay === undefined ? null : <Mark replay={replay} />;
}

function Mark({ replay }: { readonly replay: NonNullable<MarketFacts['Replay']> }) {
  const { platform } = useDesk();
  const [text, setText] = useState('');
  const [lastSpeed, setLastSpeed] = useState(Math.max(1, replay.Speed));
  if (replay.Speed > 0 && replay.Speed !== lastSpeed) setLastSpeed(replay.Speed);
  useEffect(() => {
    const read = () => setText(replayText(replay.Speed, platform.exchangeMs()));
    read();
    const timer = setInterval(read, 1000);
    return () => clearInterval(timer);
  }, [platform, replay.Speed]);
  const content = (
    <>
      <strong>REPLAY</strong> <span>{text}</span>
    </>
  );
  if (!replay.MayControl) return <span className={styles.replay}>{content}</span>;
  return (
    <Menu
      align="end"
      label="Replay"
      trigger={
        <button
          type="button"
          className={styles.replay}
          title="Pause the replay or change its speed, for all users"
        >
          {content}
          <ChevronDown size={12} aria-hidden />
        </button>
      }
      entries={replayEntries(replay, lastSpeed, (speed) => void platform.session.setReplaySpeed(speed))}
    />
  );
}
