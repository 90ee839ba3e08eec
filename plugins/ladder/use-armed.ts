import { useCallback, useEffect, useRef } from 'react';
import { displaySymbol } from '../../src/domain/symbols/symbol.ts';
import { canArm, type ToolWindow, useReadable } from '../../src/plugin-api/index.ts';
import { armingOf } from './arming.ts';
import type { LadderState } from './state.ts';

/** Whether the clicks of a ladder send orders at once, and what switches that. */
export interface Armed {
  readonly isArmed: boolean;
  /** For callbacks that live longer than a render. */
  readonly isArmedNow: () => boolean;
  /** Arms after a confirmation; disarms without one. */
  readonly toggle: () => Promise<void>;
  readonly disarm: () => void;
  /** The user has used the ladder. */
  readonly touch: () => void;
}

/** The armed state of a window. It ends with the symbol and when the window is no longer on screen. */
export function useArmed(tool: ToolWindow<LadderState>, symbol: string, isActive: boolean): Armed {
  const { platform, id } = tool;
  const arming = armingOf(platform);
  const isArmed = useReadable(arming, (armed) => armed.has(id));
  const isOnScreen = useRef(false);
  useEffect(() => {
    isOnScreen.current = isActive;
    return () => {
      isOnScreen.current = false;
      arming.disarm(id);
    };
  }, [arming, id, symbol, isActive]);
  const disarm = useCallback(() => arming.disarm(id), [arming, id]);
  const isArmedNow = useCallback(() => arming.isArmed(id), [arming, id]);
  const touch = useCallback(() => arming.touch(), [arming]);
  const toggle = useCallback(async () => {
    if (arming.isArmed(id)) return arming.disarm(id);
    const { dialogs, session } = platform;
    if (!canArm(platform, 'ladder', symbol)) return;
    const { account, isLive } = session.get();
    const isSure = await dialogs.confirm({
      title: 'Arm the ladder?',
      message: `Each click on a bid or an ask of ${displaySymbol(symbol)}, and Enter on the ladder, sends an order at once, without a ticket, for the ${isLive ? 'LIVE' : 'PAPER'} account ${account ?? ''}. The ladder is off again when its symbol or the account changes, when its window is hidden, when the browser window loses the focus, when the connection to the server is lost, and after ten minutes without a click.`,
      yes: 'Arm',
      no: 'Leave off',
    });
    // The answer was for this symbol and this window on screen: another desk window or session may have changed them meanwhile.
    // So may the connection.
    if (isSure && isOnScreen.current && canArm(platform, 'ladder', symbol)) arming.arm(id, { symbol });
  }, [arming, id, platform, symbol]);
  return { isArmed, isArmedNow, toggle, disarm, touch };
}
