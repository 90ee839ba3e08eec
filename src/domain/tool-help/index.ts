/** The help pages that a tool declares. Pure. */
export { helpProblems, HELP_BOUNDS, type HelpTopic } from './help-topic.ts';
