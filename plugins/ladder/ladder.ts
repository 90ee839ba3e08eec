import { fromE4, toPriceE4, type PriceE4 } from '../../src/domain/money/price.ts';
import { multiplierOfSymbol, positionFigures } from '../../src/domain/portfolio/index.ts';
import type { ToolPlatform } from '../../src/plugin-api/index.ts';
import type { LadderSide } from './ladder-actions.ts';
import { type DepthState, LadderMarket } from './ladder-market.ts';
import {
  NO_OWN_ROWS,
  ownOrdersOf,
  ownRowsOf,
  type OwnCell,
  type OwnOrder,
  type OwnRows,
} from './model/own-orders.ts';
import { PriceWindow } from './model/price-window.ts';
import { EMPTY_BOOK, rowAbove, rowBelow, rowBookOf, type RowBook } from './model/row-book.ts';

/** The cell that the keys act on. */
export interface LadderCursor {
  readonly side: LadderSide;
  readonly priceE4: PriceE4;
}

/** The holder's position in the symbol. */
export interface LadderPosition {
  /** Shares or contracts, negative for short; 0 = none. */
  readonly quantity: number;
  readonly multiplier: number;
  /** Mean price, dollars. */
  readonly average: number;
}

const NO_POSITION: LadderPosition = { quantity: 0, multiplier: 1, average: 0 };

/** All that a ladder shows, brought up to date once a frame. Nothing of it passes through React. */
export class Ladder {
  readonly rows: PriceWindow;
  readonly market: LadderMarket;
  book: RowBook = EMPTY_BOOK;
  ownRows: OwnRows = NO_OWN_ROWS;
  ownOrders: readonly OwnOrder[] = [];
  position: LadderPosition = NO_POSITION;
  cursor: LadderCursor | null = null;
  /** Whether the rows follow the market. */
  isCentred = true;
  /** The user has moved the cursor away from the market: the rows stay until the cursor goes back to it, or the focus leaves. */
  isBrowsed = false;
  readonly #platform: Pick<ToolPlatform, 'orders' | 'groups'>;
  #seenOrders: unknown = null;
  #seenGroups: unknown = null;
  #seenQuotes: unknown = null;

  constructor(
    platform: Pick<ToolPlatform, 'orders' | 'groups' | 'symbols'>,
    symbol: string,
    stepE4: PriceE4,
    on: { readonly change: () => void; readonly depthState: (state: DepthState) => void },
  ) {
    this.#platform = platform;
    this.rows = new PriceWindow(stepE4);
    this.market = new LadderMarket(platform.symbols, symbol, stepE4, on);
  }

  get symbol(): string {
    return this.market.symbol;
  }

  setStep(stepE4: PriceE4): void {
    this.rows.setStep(stepE4);
    this.market.volume.setStep(stepE4);
    this.#seenQuotes = null;
    this.#seenOrders = null;
    if (this.cursor !== null)
      this.cursor = { ...this.cursor, priceE4: rowBelow(this.cursor.priceE4, stepE4) };
  }

  /**
   * Brings everything up to date for the next frame.
   * @param nowMs the page's monotonic clock, ms
   */
  update(nowMs: number): void {
    const { middleE4 } = this.market;
    if (!this.rows.isPlaced && middleE4 > 0 && this.rows.rowCount > 0) this.rows.centre(middleE4);
    else if (this.isCentred && !this.isBrowsed) this.rows.follow(middleE4, nowMs);
    if (this.#seenQuotes !== this.market.quotes) {
      this.#seenQuotes = this.market.quotes;
      this.book = rowBookOf(this.market.quotes, this.rows.stepE4);
    }
    this.#updateOwn();
    this.market.queue.update(
      this.ownOrders.filter(({ kind }) => kind === 'Limit'),
      (order) => this.#displayed(order),
    );
  }

  /** Own orders in a row. */
  cellAt(side: LadderSide, rowE4: PriceE4): OwnCell | undefined {
    return (side === 'buy' ? this.ownRows.buys : this.ownRows.sells).get(rowE4);
  }

  /** The price of the row that shows a price, which lies at it or below it. */
  rowPriceOf(priceE4: PriceE4): PriceE4 {
    return rowBelow(priceE4, this.rows.stepE4);
  }

  /** Open profit of the position if it were closed at a price, dollars; null without a position. */
  profitAt(priceE4: PriceE4): number | null {
    const { quantity, multiplier, average } = this.position;
    return quantity === 0 ? null : (fromE4(priceE4) - average) * quantity * multiplier;
  }

  /** The row that has the best bid or the best ask; 0 = none. */
  bestRowE4(side: LadderSide): PriceE4 {
    const { bidE4, askE4 } = this.market.quote;
    return side === 'buy' ? rowBelow(bidE4, this.rows.stepE4) : rowAbove(askE4, this.rows.stepE4);
  }

  /** What the exchanges display at the exact price of an order. */
  #displayed({ isBuy, priceE4 }: Pick<OwnOrder, 'isBuy' | 'priceE4'>): number {
    let size = 0;
    for (const { Bid, BidSize, Ask, AskSize } of this.market.quotes)
      if (toPriceE4(isBuy ? Bid : Ask) === priceE4) size += isBuy ? BidSize : AskSize;
    return size;
  }

  #updateOwn(): void {
    const state = this.#platform.orders.get();
    const groups = this.#platform.groups.get();
    if (state === this.#seenOrders && groups === this.#seenGroups) return;
    this.#seenOrders = state;
    this.#seenGroups = groups;
    this.ownOrders = ownOrdersOf(state.orders, groups, this.symbol);
    this.ownRows = ownRowsOf(this.ownOrders, this.rows.stepE4);
    const position = state.positions.get(this.symbol);
    const quantity = position === undefined ? 0 : position.LongQty - position.ShortQty;
    if (position === undefined || quantity === 0) {
      this.position = NO_POSITION;
      return;
    }
    const multiplier = multiplierOfSymbol(this.symbol);
    const { shareAverage } = positionFigures(
      {
        quantity,
        multiplier,
        fifoCost: position.FifoCost,
        mtmCost: position.MtmCost,
        closedPl: position.ClosedPL,
        todayPl: position.TodayPL,
        lockedQuantity: position.LockedQty,
        tradedShares: position.TradedShares,
      },
      null,
    );
    this.position = { quantity, multiplier, average: shareAverage };
  }
}
