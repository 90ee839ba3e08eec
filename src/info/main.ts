import '../ui/styles/index.ts';
import './info.css';
import {
  HELP_SOURCE,
  HOME_TOPIC,
  readDeskMessage,
  topicOfHash,
  type HelpMessage,
} from '../workstation/help/help-channel.ts';
import { contentsOf, search } from './catalogue.ts';
import { followTheme } from './theme.ts';
import {
  el,
  hashOf,
  renderContents,
  renderFound,
  renderHome,
  renderTopic,
  renderUnknown,
  repaintPictures,
} from './render.ts';
import { withToolTopics } from './tool-topics.ts';
import { topics as ownTopics } from './topics/index.ts';

/** What the desk has, put in by the build. */
declare const TAPEDECK_FEATURES: readonly string[];

const features: ReadonlySet<string> = new Set(TAPEDECK_FEATURES);
/** The pages of the help, and those of tools once the desk has sent them. */
let topics = withToolTopics(ownTopics, []);
let groups = contentsOf(topics, features);
/** True in the frame of the desk: then the desk keeps the history, and the browser's is left alone. */
const isFramed = window.parent !== window;

const field = el('input', {
  type: 'search',
  'aria-label': 'Search the help',
  placeholder: 'Search',
  autocomplete: 'off',
  spellcheck: 'false',
  'aria-controls': 'contents',
});
const count = el('p', { role: 'status', class: 'count' });
const contents = el('div', { id: 'contents' });
const nav = el('nav', { 'aria-label': 'Contents' }, el('form', { role: 'search' }, field), count, contents);
const main = el('main', { id: 'page', tabindex: '0', 'aria-label': 'Page' });
const skip = el('a', { href: '#page', class: 'skip' }, 'Skip to the page');

function postToWorkstation(
  message:
    | { readonly type: 'close' | 'back' | 'forward' | 'ready' }
    | { readonly type: 'shown'; readonly topic: string; readonly title: string },
): void {
  if (!isFramed) return;
  const whole: HelpMessage = { source: HELP_SOURCE, ...message };
  window.parent.postMessage(whole, location.origin);
}

/** Goes to a page; in the frame without an entry in the browser's history. */
function open(topic: string): void {
  if (isFramed) location.replace(hashOf(topic));
  else location.hash = hashOf(topic);
}

function showContents(): void {
  const question = field.value.trim();
  if (question === '') {
    count.textContent = '';
    contents.replaceChildren(...renderContents(groups, topicOfHash(location.hash)));
    contents.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
    return;
  }
  const found = search(topics, features, question);
  count.textContent =
    found.length === 0
      ? 'No page has all these words.'
      : found.length === 1
        ? '1 page'
        : `${found.length} pages`;
  contents.replaceChildren(renderFound(found));
}

/** Shows the page of the address. */
function showPage(): void {
  const id = topicOfHash(location.hash);
  const topic = topics.find((candidate) => candidate.id === id);
  const page =
    id === HOME_TOPIC
      ? renderHome(groups)
      : topic === undefined
        ? renderUnknown(id, HOME_TOPIC)
        : renderTopic(topic, topics, features);
  main.replaceChildren(page);
  main.scrollTop = 0;
  const title = page.querySelector('h1')?.textContent ?? '';
  document.title = `${title} - Tapedeck help`;
  showContents();
  postToWorkstation({ type: 'shown', topic: id, title });
}

field.addEventListener('input', showContents);
nav.querySelector('form')?.addEventListener('submit', (event) => {
  event.preventDefault();
  const first = search(topics, features, field.value)[0];
  if (first !== undefined) open(first.id);
});
skip.addEventListener('click', (event) => {
  event.preventDefault();
  main.focus();
});
document.addEventListener('click', (event) => {
  if (
    !isFramed ||
    event.defaultPrevented ||
    event.button !== 0 ||
    event.ctrlKey ||
    event.metaKey ||
    event.shiftKey ||
    event.altKey
  )
    return;
  const link =
    event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="#/"]') : null;
  if (link === null) return;
  event.preventDefault();
  location.replace(link.hash);
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') {
    if (field.value !== '') {
      event.preventDefault();
      field.value = '';
      showContents();
      field.focus();
    } else postToWorkstation({ type: 'close' });
  } else if (event.key === '/' && event.target !== field) {
    event.preventDefault();
    field.focus();
  } else if (isFramed && event.altKey && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
    event.preventDefault();
    postToWorkstation({ type: event.key === 'ArrowLeft' ? 'back' : 'forward' });
  }
});
addEventListener('hashchange', () => {
  showPage();
  // Only if the focus is in this frame: the focus of the page around it stays.
  if (document.hasFocus()) main.querySelector('h1')?.focus({ preventScroll: true });
});
followTheme(() => repaintPictures(main));

document.getElementById('root')?.append(skip, nav, main);
showPage();
addEventListener('message', (event) => {
  if (!isFramed || event.origin !== location.origin || event.source !== window.parent) return;
  const sent = readDeskMessage(event.data);
  if (sent === null) return;
  const known = topics.length;
  topics = withToolTopics(ownTopics, sent);
  if (topics.length === known) return;
  groups = contentsOf(topics, features);
  // A page that was read before stays as it is, with its place.
  const id = topicOfHash(location.hash);
  if (id === HOME_TOPIC || !ownTopics.some((topic) => topic.id === id)) showPage();
  else showContents();
});
postToWorkstation({ type: 'ready' });
