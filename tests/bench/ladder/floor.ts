import { ROWS, TOP_CENTS, type CreateContender, type ExchangeQuote } from './contender.ts';

/** What the browser needs at least: a table whose changed cells are written once a frame, without orders, queue, position, volume and keys. */
export const createFloor: CreateContender = (place) => {
  const cells: { bid: Text; ask: Text }[] = [];
  for (let row = 0; row < ROWS; row++) {
    const line = place.appendChild(document.createElement('div'));
    line.style.cssText = 'display: grid; grid-template-columns: 1fr 1fr 1fr; height: 20px;';
    const texts = [0, 1, 2].map(() => {
      const text = document.createTextNode('');
      line.appendChild(document.createElement('span')).append(text);
      return text;
    });
    const [bid, price, ask] = texts;
    if (bid === undefined || price === undefined || ask === undefined) throw new Error('no cells');
    price.nodeValue = ((TOP_CENTS - row) / 100).toFixed(2);
    cells.push({ bid, ask });
  }
  let latest: readonly ExchangeQuote[] = [];
  let frame: number | null = null;
  const paint = () => {
    frame = null;
    const bids = new Map<number, number>();
    const asks = new Map<number, number>();
    for (const { Bid, BidSize, Ask, AskSize } of latest) {
      const [bid, ask] = [Math.round(Bid * 100), Math.round(Ask * 100)];
      bids.set(bid, (bids.get(bid) ?? 0) + BidSize);
      asks.set(ask, (asks.get(ask) ?? 0) + AskSize);
    }
    cells.forEach(({ bid, ask }, row) => {
      const bidText = String(bids.get(TOP_CENTS - row) ?? '');
      const askText = String(asks.get(TOP_CENTS - row) ?? '');
      if (bid.nodeValue !== bidText) bid.nodeValue = bidText;
      if (ask.nodeValue !== askText) ask.nodeValue = askText;
    });
  };
  return {
    quotes(quotes) {
      latest = quotes;
      frame ??= requestAnimationFrame(paint);
    },
    trade() {
      frame ??= requestAnimationFrame(paint);
    },
    bidAt: (price) => cells[TOP_CENTS - Math.round(Number(price) * 100)]?.bid.nodeValue ?? '',
    destroy() {
      if (frame !== null) cancelAnimationFrame(frame);
    },
  };
};
