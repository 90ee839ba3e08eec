import type { HelpTopic } from '../../domain/tool-help/index.ts';
import { siteAddress } from '../../ui/base-path.ts';

/** What the help page in its frame says to the desk around it. The desk answers by the address of the frame, and `ready` with the pages of tools. */
export type HelpMessage =
  /** A page is on screen: its topic and its title. */
  | {
      readonly source: typeof HELP_SOURCE;
      readonly type: 'shown';
      readonly topic: string;
      readonly title: string;
    }
  /** Keys of the desk that were pressed inside the frame, where the desk gets no key events. */
  | { readonly source: typeof HELP_SOURCE; readonly type: 'close' | 'back' | 'forward' | 'ready' };

/** A page of the help that the manifest of a tool declares. */
export interface ToolTopic extends HelpTopic {
  /** Title of the third-party tool whose author has written it; null for a tool of the workstation. */
  readonly thirdPartyTool: string | null;
}

/** What the desk sends to the help page in its frame. */
export interface DeskMessage {
  readonly source: typeof HELP_SOURCE;
  readonly type: 'topics';
  readonly topics: readonly ToolTopic[];
}

/** The pages of tools in a message of the desk; null for any other message. */
export function readDeskMessage(data: unknown): readonly ToolTopic[] | null {
  const isTopics =
    typeof data === 'object' &&
    data !== null &&
    'source' in data &&
    data.source === HELP_SOURCE &&
    'type' in data &&
    data.type === 'topics';
  // The page around the frame has the same origin and sends what its own types say.
  return isTopics ? (data as DeskMessage).topics : null;
}

/** Marks the messages between the help frame and the page around it. */
export const HELP_SOURCE = 'tapedeck.help';
/** The page with the list of all topics. */
export const HOME_TOPIC = 'home';
/** The page that a new user begins with. */
export const FIRST_TOPIC = 'getting-started';

/** Address of a topic's page. */
export function helpAddress(topic: string): string {
  return siteAddress(`/info${helpHash(topic)}`);
}

/** Address of a topic within the help pages. */
export function helpHash(topic: string): `#/${string}` {
  return `#/${encodeURIComponent(topic)}`;
}

/** The topic that the fragment of an address names; the home page for none, and for one that is no address at all. */
export function topicOfHash(hash: string): string {
  try {
    const topic = decodeURIComponent(hash.replace(/^#?\/?/, ''));
    return topic === '' ? HOME_TOPIC : topic;
  } catch {
    return HOME_TOPIC;
  }
}

/** The message, if it is one of ours. */
export function readHelpMessage(data: unknown): HelpMessage | null {
  if (
    typeof data !== 'object' ||
    data === null ||
    !('source' in data) ||
    data.source !== HELP_SOURCE ||
    !('type' in data)
  )
    return null;
  const { type } = data;
  if (type === 'close' || type === 'back' || type === 'forward' || type === 'ready')
    return { source: HELP_SOURCE, type };
  if (
    type === 'shown' &&
    'topic' in data &&
    typeof data.topic === 'string' &&
    'title' in data &&
    typeof data.title === 'string'
  )
    return { source: HELP_SOURCE, type, topic: data.topic, title: data.title };
  return null;
}
