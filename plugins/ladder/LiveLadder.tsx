import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { toPriceE4 } from '../../src/domain/money/price.ts';
import {
  FramePainter,
  type ToolProps,
  useCanTrade,
  useIsActive,
  useHeldPrices,
  useIsStale,
  useToolState,
} from '../../src/plugin-api/index.ts';
import { classNames, ErrorState } from '../../src/ui/index.ts';
import { Ladder } from './ladder.ts';
import { LadderActions } from './ladder-actions.ts';
import type { DepthState } from './ladder-market.ts';
import type { LadderPart } from './ladder-painter.ts';
import { LadderFoot } from './LadderFoot.tsx';
import { LadderHead } from './LadderHead.tsx';
import { LadderRows } from './LadderRows.tsx';
import styles from './Ladder.module.css';
import type { LadderState } from './state.ts';
import { useArmed } from './use-armed.ts';
import { useQuantity } from './use-quantity.ts';

interface LiveLadderProps {
  readonly tool: ToolProps<LadderState>['tool'];
  readonly symbol: string;
}

/** The ladder's model and its painter, live while the window is on screen. */
function useLiveLadder(tool: LiveLadderProps['tool'], symbol: string, root: RefObject<HTMLElement | null>) {
  const { platform } = tool;
  const isActive = useIsActive(tool);
  const { RowStep, IsCentred, Size } = useToolState(tool);
  useHeldPrices(platform, isActive && Size.By === 'AccountShare');
  const [depth, setDepth] = useState<DepthState>('loading');
  const painter = useMemo(() => new FramePainter<LadderPart>(globalThis.window), []);
  const mark = useCallback(() => {
    painter.mark('rows');
    painter.mark('head');
  }, [painter]);
  // The distance of the rows may change later; an effect passes it on then.
  const ladder = useMemo(
    () =>
      new Ladder(platform, symbol, toPriceE4(tool.getState().RowStep), {
        change: mark,
        depthState: setDepth,
      }),
    [platform, symbol, tool, mark],
  );
  useEffect(() => {
    ladder.isCentred = IsCentred;
    ladder.setStep(toPriceE4(RowStep));
    mark();
  }, [ladder, IsCentred, RowStep, mark]);
  // The size of an order is painted, too.
  useEffect(mark, [Size, mark]);
  useEffect(() => {
    if (!isActive) return undefined;
    const host = root.current?.ownerDocument.defaultView;
    if (host) painter.setHost(host);
    const stops = [ladder.market.start(), platform.orders.subscribe(mark), platform.groups.subscribe(mark)];
    mark();
    return () => {
      for (const stop of stops) stop();
      painter.cancel();
    };
  }, [isActive, ladder, painter, mark, platform, root]);
  return { ladder, painter, depth, isActive };
}

/** The ladder of a known symbol. Prices are painted once a frame and never rendered by React. */
export function LiveLadder({ tool, symbol }: LiveLadderProps) {
  const { platform } = tool;
  const root = useRef<HTMLDivElement>(null);
  const isStale = useIsStale(platform, symbol);
  const mayTrade = useCanTrade(platform, symbol);
  const { ladder, painter, depth, isActive } = useLiveLadder(tool, symbol, root);
  const quantity = useQuantity(tool, symbol);
  const armed = useArmed(tool, symbol, isActive);
  const actions = useMemo(
    () =>
      new LadderActions(tool, symbol, {
        isArmed: armed.isArmedNow,
        quantityProblem: quantity.problemNow,
      }),
    [tool, symbol, armed.isArmedNow, quantity.problemNow],
  );
  const shared = { tool, ladder, painter, quantity, armed };
  return (
    <div
      ref={root}
      className={classNames(styles.tool, isStale && styles.stale)}
      data-armed={armed.isArmed ? '' : undefined}
      onKeyDown={(event) => {
        if (event.key === 'Escape') armed.disarm();
      }}
    >
      <LadderHead {...shared} canTrade={mayTrade} />
      {depth === 'failed' ? (
        <ErrorState
          title="Depth did not load"
          text="The market data service does not answer."
          onRetry={() => {
            void ladder.market.loadDepth();
          }}
        />
      ) : (
        <LadderRows {...shared} actions={actions} canTrade={mayTrade} />
      )}
      <LadderFoot ladder={ladder} actions={actions} canTrade={mayTrade} isArmed={armed.isArmed} />
    </div>
  );
}
