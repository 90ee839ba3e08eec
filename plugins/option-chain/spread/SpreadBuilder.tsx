import { ChevronDown } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { MAX_ORDER_QUANTITY } from '../../../src/domain/orders/validate.ts';
import { flipLegs, type SpreadLeg, type SpreadStrategy } from '../../../src/domain/options/spread/index.ts';
import { useToolState, type ToolWindow } from '../../../src/plugin-api/index.ts';
import { Button, Menu, Select } from '../../../src/ui/index.ts';
import type { LoadedChain } from '../model/chain-store.ts';
import type { OptionChainState } from '../state.ts';
import type { Chain } from '../use-chain.ts';
import { LegsTable } from './LegsTable.tsx';
import { NetPrices } from './NetPrices.tsx';
import { PayoffPlot } from './PayoffPlot.tsx';
import { draftFor, legsKeyOf, NO_DRAFT, quantityProblem, signedLimit } from './spread-draft.ts';
import type { SpreadLive } from './spread-live.ts';
import type { SpreadState, StoredLeg } from './spread-schema.ts';
import { groupsOfLegs } from './leg-contracts.ts';
import { legsOn, reduced, requestOf, spreadLegs, storedOf, withChange, withLeg } from './spread-state.ts';
import { limitOf } from './net-price.ts';
import { SpreadFigures } from './SpreadFigures.tsx';
import { SpreadOrder } from './SpreadOrder.tsx';
import { chosenExpiration, expirationChoices, legsOfStrategy, strategyEntries } from './strategy-menu.ts';
import styles from './Spread.module.css';
import { useLive, useSpread } from './use-spread.ts';

/** A single leg is no combination that has a name. */
const MIN_LEGS = 2;

export interface SpreadBuilderProps {
  readonly tool: ToolWindow<OptionChainState>;
  readonly chain: Chain;
  readonly state: LoadedChain;
  readonly isActive: boolean;
}

/** Builds a spread from contracts of the chain: its legs, its net price and what it can gain and lose. */
export function SpreadBuilder({ tool, chain, state, isActive }: SpreadBuilderProps) {
  const stored = useToolState(tool, ({ Spread }) => Spread);
  const [entered, setEntered] = useState(NO_DRAFT);
  const { root } = chain;
  const shown = useMemo(() => legsOn(root, stored.Legs), [root, stored.Legs]);
  const legs = useMemo(() => spreadLegs(shown), [shown]);
  const draft = draftFor(entered, legsKeyOf(shown));
  useLegsInSight(chain.store, state, legs);
  const live = useSpread({
    platform: tool.platform,
    chain,
    groups: state.groups,
    legs,
    limit: signedLimit(draft),
    isActive,
  });
  const update = (change: Partial<SpreadState>) =>
    tool.update({ Spread: { ...tool.getState().Spread, ...change } });
  const setLegs = (Legs: readonly StoredLeg[]) => update({ Legs });
  const isQuantity = quantityProblem(stored.Quantity, MAX_ORDER_QUANTITY) === null;
  const units = isQuantity ? (stored.Quantity ?? 1) : 1;
  return (
    <section className={styles.builder} aria-label={`Spread builder ${root}`}>
      <BuilderHead tool={tool} chain={chain} state={state} live={live} legs={shown} onLegs={setLegs} />
      <div className={styles.columns}>
        <div className={styles.column}>
          <LegsTable
            legs={shown}
            live={live}
            onChange={(symbol, change) => setLegs(withChange(shown, symbol, change))}
            onRemove={(symbol) => setLegs(shown.filter(({ Symbol }) => Symbol !== symbol))}
          />
          <ProblemLine live={live} onReduce={() => update(reduced({ ...stored, Legs: shown }))} />
          <NetPrices
            live={live}
            onTake={(netE4) => setEntered({ ...draft, type: 'Limit', ...limitOf(netE4) })}
          />
          <SpreadOrder
            platform={tool.platform}
            underlying={root}
            legs={shown}
            live={live}
            draft={draft}
            onDraft={setEntered}
            quantity={stored.Quantity}
            onQuantity={(Quantity) => update({ Quantity })}
            isActive={isActive}
          />
        </div>
        <div className={styles.column}>
          <SpreadFigures live={live} units={units} />
          <PayoffPlot live={live} units={units} />
        </div>
      </div>
    </section>
  );
}

/** Opens the expirations of new legs; the earliest, open by default, closes for them. One that is closed afterwards stays closed. */
function useLegsInSight(
  store: Pick<Chain['store'], 'setOpen'>,
  { groups, open }: LoadedChain,
  legs: readonly SpreadLeg[],
): void {
  const seen = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const ofLegs = groupsOfLegs(groups, legs);
    const added = ofLegs.filter((id) => !seen.current.has(id) && !open.has(id));
    seen.current = new Set(ofLegs);
    if (added.length === 0) return;
    const isDefault = open.size === 1 && groups[0] !== undefined && open.has(groups[0].id);
    store.setOpen(new Set([...(isDefault ? [] : open), ...ofLegs]));
  }, [store, groups, open, legs]);
}

/** Name of the spread, choice of a strategy, and edits of all legs. */
function BuilderHead({
  tool,
  chain,
  state,
  live,
  legs,
  onLegs,
}: Omit<SpreadBuilderProps, 'isActive'> & {
  readonly live: SpreadLive;
  readonly legs: readonly StoredLeg[];
  readonly onLegs: (legs: readonly StoredLeg[]) => void;
}) {
  const [chosen, setChosen] = useState<string | null>(null);
  const { dialogs } = tool.platform;
  const { groups, open } = state;
  const expiration = chosenExpiration(groups, open, chosen);
  const name = useLive(live, (view) => (legs.length < MIN_LEGS ? 'Spread' : view.name));
  const warn = (message: string) =>
    dialogs.toast({ message, tone: 'warning', key: `spread legs ${tool.id}` });
  const choose = (strategy: SpreadStrategy) => {
    chain.reprice();
    const found = legsOfStrategy(strategy, chain.root, chain.analytics.pricing.spot, groups, expiration);
    if (found.ok) onLegs(found.value);
    else warn(found.error);
  };
  const addStock = () => {
    const edit = withLeg(legs, chain.root, 'Buy');
    if (edit.refusal === null) onLegs(edit.legs);
    else warn(edit.refusal);
  };
  return (
    <header className={styles.head}>
      <h3 className={styles.name}>{name}</h3>
      <Menu
        label="Strategies"
        trigger={
          <Button>
            Strategy
            <ChevronDown size={13} aria-hidden />
          </Button>
        }
        entries={strategyEntries(choose, () => onLegs([]))}
      />
      <div className={styles.expiration}>
        <Select
          label="Expiration of the strategy"
          isLabelHidden
          value={expiration}
          options={expirationChoices(groups)}
          onChange={setChosen}
        />
      </div>
      <Button onClick={addStock}>Add stock</Button>
      <Button
        disabled={legs.length === 0}
        onClick={() => onLegs(flipLegs(legs.map(requestOf)).map(storedOf))}
      >
        Flip sides
      </Button>
      <Button disabled={legs.length === 0} onClick={() => onLegs([])}>
        Clear
      </Button>
    </header>
  );
}

/** What is wrong with the legs and what to do about it. Its place is always there. */
function ProblemLine({ live, onReduce }: { readonly live: SpreadLive; readonly onReduce: () => void }) {
  const message = useLive(live, ({ problem }) => problem?.message ?? '');
  const code = useLive(live, ({ problem }) => problem?.code ?? '');
  const severity = useLive(live, ({ problem }) => problem?.severity ?? '');
  return (
    // Every spread begins with too few legs.
    <div className={styles.problem} data-severity={code === 'legs-few' ? 'hint' : severity}>
      <span role="status">{message}</span>
      {code === 'ratio-reducible' ? <Button onClick={onReduce}>Reduce</Button> : null}
    </div>
  );
}
