import { fireEvent, screen, within } from '@testing-library/dom';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  answerOrders,
  createDeskServer,
  installCanvas,
  renderTool,
  type MemoryServer,
  type OrdersServer,
  type RenderedTool,
} from '../../../src/testing/index.ts';
import { chartOf } from '../charts.ts';
import { chart } from '../manifest.ts';

let server: MemoryServer;
let account: OrdersServer;
beforeEach(() => {
  installCanvas();
  server = createDeskServer();
  account = answerOrders(server);
});

const ORDER = {
  symbol: 'AAPL',
  side: 'Buy',
  quantity: 20,
  type: 'Limit',
  price: 99.5,
  destination: 'SMART',
  route: 'AUTO',
} as const;
/** The label of a line, which is its grip. The lines are hidden as long as the chart has no bars. */
function grip(text: string): HTMLElement {
  const layer = document.querySelector('[aria-label="Orders on the chart"]');
  const found = [...(layer?.querySelectorAll('button') ?? [])].find((button) =>
    button.textContent.startsWith(text),
  );
  if (found === undefined) throw new Error(`There is no line of ${text}`);
  return found;
}

/** A chart of AAPL with a working order at 99.50, whose prices are 100.00 at the top and a cent less each px. */
async function renderChart(): Promise<RenderedTool> {
  const rendered = await renderTool(chart, server, { Symbol: 'AAPL' });
  expect(rendered.desk.platform.orders.send(ORDER)).toMatchObject({ ok: true });
  await expect.poll(() => grip('Buy 20 LMT 99.50')).toBeDefined();
  const view = chartOf(rendered.window.id)?.view;
  if (view === undefined) throw new Error('The chart has no picture.');
  // The document has no layout, so that the chart has no scale of its own. The lines use these two functions of it.
  vi.spyOn(view, 'scaleOf').mockReturnValue({
    valueAt: (y: number) => 100 - y / 100,
    y: (value: number) => (100 - value) * 100,
  } as ReturnType<typeof view.scaleOf>);
  return rendered;
}
function drag(label: string, toPrice: number): void {
  const line = grip(label);
  // jsdom captures no pointers.
  line.setPointerCapture = () => {};
  fireEvent.pointerDown(line, { button: 0, pointerId: 1, clientY: 50 });
  fireEvent.pointerMove(line, { button: 0, pointerId: 1, clientY: (100 - toPrice) * 100 });
  fireEvent.pointerUp(line, { button: 0, pointerId: 1, clientY: (100 - toPrice) * 100 });
}
const badge = ({ frame }: RenderedTool) => within(frame).queryByRole('button', { name: 'ARMED' });
async function arm(rendered: RenderedTool): Promise<void> {
  const { user, frame } = rendered;
  await user.click(within(frame).getByRole('button', { name: 'More' }));
  await user.click(await screen.findByRole('menuitemcheckbox', { name: /^Move dragged orders at once/ }));
  const question = await screen.findByRole('alertdialog', { name: 'Arm the chart?' });
  expect(question.textContent).toMatch(/Each order of AAPL .* for the PAPER account D-1\./);
  await user.click(within(question).getByRole('button', { name: 'Arm' }));
  await expect.poll(() => badge(rendered)).not.toBeNull();
}
/** The ticket of a replacement is open with a price. */
async function expectTicket({ user }: RenderedTool, price: string): Promise<void> {
  const ticket = await screen.findByRole('dialog', { name: 'Replace order' });
  const field = within(ticket).getByRole<HTMLInputElement>('textbox', { name: 'Price' });
  await expect.poll(() => field.value).toBe(price);
  await user.keyboard('{Escape}');
  await expect.poll(() => screen.queryByRole('dialog', { name: 'Replace order' })).toBeNull();
}
const replacements = () => server.received('trading').filter(({ name }) => name === 'orderReplace').length;

test('a dragged order opens its ticket until the chart is armed, and moves at once then', async () => {
  const rendered = await renderChart();
  drag('Buy 20 LMT 99.50', 99.4);
  await expectTicket(rendered, '99.40');
  expect(replacements()).toBe(0);
  await arm(rendered);
  expect(screen.getByRole('button', { name: /CHART ARMED/ })).toBeDefined();
  drag('Buy 20 LMT 99.50', 99.3);
  await expect.poll(() => account.orders.map(({ Price }) => Price)).toEqual([99.3]);
  expect([replacements(), screen.queryByRole('dialog', { name: 'Replace order' })]).toEqual([1, null]);
  await rendered.user.click(screen.getByRole('button', { name: /CHART ARMED/ }));
  await expect.poll(() => badge(rendered)).toBeNull();
  drag('Buy 20 LMT 99.30', 99.2);
  await expectTicket(rendered, '99.20');
  expect(replacements()).toBe(1);
});

test('the level that an order waits for moves at once on an armed chart, without its figures', async () => {
  const rendered = await renderChart();
  const { price: _price, ...order } = ORDER;
  await rendered.desk.platform.groups.place({
    kind: 'Conditional',
    order: { ...order, type: 'Market', price: null },
    condition: { basis: 'Last', symbol: 'AAPL', direction: 'AtOrBelow', price: 99.2 },
  });
  await expect.poll(() => grip('Buy 20 MKT if AAPL last')).toBeDefined();
  await arm(rendered);
  drag('Buy 20 MKT if AAPL last', 99.1);
  await expect
    .poll(() => server.received('trading').filter(({ name }) => name === 'orderGroupTermsChange'))
    .toMatchObject([{ body: { Condition: { Symbol: 'AAPL', Direction: 'AtOrBelow', Price: 99.1 } } }]);
  expect(screen.queryByRole('dialog', { name: /^Change / })).toBeNull();
});

test('a lost connection disarms a chart, and says so; it is armed again by the user alone', async () => {
  const rendered = await renderChart();
  await arm(rendered);
  server.drop('streaming');
  await screen.findAllByText(/^The connection to the server was lost: the chart is not armed any more\./);
  await expect.poll(() => badge(rendered)).toBeNull();
  const { session } = rendered.desk.platform;
  session.reconnect();
  await expect.poll(() => session.get().connections.streaming.status).toBe('open');
  expect(badge(rendered)).toBeNull();
  drag('Buy 20 LMT 99.50', 99.4);
  await expectTicket(rendered, '99.40');
});

test('another symbol disarms a chart, also while the question is open', async () => {
  const rendered = await renderChart();
  await arm(rendered);
  rendered.window.update({ Symbol: 'MSFT' });
  await screen.findAllByText('The symbol changed: dragged orders open the order ticket again.');
  await expect.poll(() => badge(rendered)).toBeNull();
  const run = rendered.desk.commands.run('chart.arm', { windowId: rendered.window.id });
  const question = await screen.findByRole('alertdialog', { name: 'Arm the chart?' });
  rendered.window.update({ Symbol: 'AAPL' });
  await rendered.user.click(within(question).getByRole('button', { name: 'Arm' }));
  await run;
  expect(badge(rendered)).toBeNull();
});
