/** The short help of each tool, by the manifest's help topic. */
const texts: Readonly<Record<string, readonly string[]>> = {
  'market-view': ['A watch list. Add symbols with the plus button; the cross at the left of a row removes it.', 'Click a column header to sort, drag it to move it, drag its edge to resize it. Columns chooses what is shown.', 'When the window is linked, clicking a symbol loads it in the other linked windows. Right-click a row for everything you can do with it.'],
  'trade-manager': ['Your open orders, the trade log and your positions.', 'Right-click an order to cancel it, or a position to close it. Only orders that still work can be cancelled.', 'Show executions only keeps fills in the trade log; Display flat positions shows positions closed today.'],
};
const general = ['Drag the line between two windows to resize them. Double-click a title bar to maximize its window.', 'Press Ctrl+K (or Cmd+K) to find any command.'];

export function helpText(topic: string): readonly string[] {
  return [...(texts[topic] ?? []), ...general];
}
