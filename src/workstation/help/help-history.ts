/** Pages seen in one help window, apart from the browser's own history: Back never leaves the help. */
export interface HelpHistory {
  readonly topics: readonly string[];
  /** Position of the page on screen. */
  readonly at: number;
}

/** A history with one page. */
export function startHistory(topic: string): HelpHistory {
  return { topics: [topic], at: 0 };
}

/** The page on the screen. */
export function currentTopic({ topics, at }: HelpHistory): string {
  return topics[at] ?? '';
}

/** The page is on screen now. A new one drops the pages that Forward would have led to; the present one changes nothing. */
export function visit(history: HelpHistory, topic: string): HelpHistory {
  if (topic === currentTopic(history)) return history;
  return { topics: [...history.topics.slice(0, history.at + 1), topic], at: history.at + 1 };
}

/** Whether there is a page before (-1) or after (1) the one on the screen. */
export function canGo({ topics, at }: HelpHistory, step: -1 | 1): boolean {
  return topics[at + step] !== undefined;
}

/** One page back or forward; the same history at its end. */
export function go(history: HelpHistory, step: -1 | 1): HelpHistory {
  return canGo(history, step) ? { ...history, at: history.at + step } : history;
}

/**
 * The pages that the frame was sent to and has not reported yet, after it reports `shown`. While any are left, the reported page is
 * out of date: the user has left it already, so it does not count as a visit.
 */
export function owedAfter(owed: readonly string[], shown: string): readonly string[] {
  const at = owed.indexOf(shown);
  // The user followed a link on the page, which replaces all earlier navigation.
  return at < 0 ? [] : owed.slice(at + 1);
}
