import type { ToolLimits } from '../tool-channel/limits.ts';
import type { HostMessage, ToolTheme } from '../tool-channel/messages.ts';
import type { ToolEvent } from './tool-api.ts';

/**
 * The script of the page of a third-party tool, a module whose types the server strips: it must not import values. It runs the tool in a worker, draws
 * the views that the tool describes, and passes messages on. The tool never runs in this page: it has no document, and a loop in it does not stop the
 * thread of the page, which a browser may share with the workstation.
 */

const ELEMENTS: ReadonlySet<string> = new Set(
  (
    'button caption code div em h2 h3 h4 input label li ol option p pre section select small span strong table tbody td textarea ' +
    'tfoot th thead tr ul'
  ).split(' '),
);
const ATTRIBUTES: ReadonlySet<string> = new Set(
  (
    'accept checked colspan disabled for id max min multiple placeholder readonly role rows rowspan scope selected size step ' +
    'tabindex title type value'
  ).split(' '),
);
const INPUT_TYPES: ReadonlySet<string> = new Set(
  'checkbox color date file number radio range search text time'.split(' '),
);
const EVENTS: ReadonlySet<string> = new Set(['click', 'change', 'input', 'keydown']);

/** An element of a view whose parts have been checked. */
interface ViewElement {
  readonly tag: string;
  readonly key: string | null;
  readonly attributes: ReadonlyMap<string, string>;
  readonly style: ReadonlyMap<string, string>;
  readonly handlers: ReadonlyMap<string, number>;
  readonly children: readonly ViewNode[];
}
type ViewNode = string | ViewElement;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads a view of a tool. Throws with a sentence for its author when it has elements that do not exist, or too many. */
export function readView(view: unknown, limits: Pick<ToolLimits, 'viewNodes' | 'viewDepth'>): ViewNode {
  let count = 0;
  const read = (node: unknown, depth: number): ViewNode => {
    count += 1;
    if (count > limits.viewNodes)
      throw new Error(`A view has at most ${limits.viewNodes} elements and texts.`);
    if (depth > limits.viewDepth) throw new Error(`A view has at most ${limits.viewDepth} levels.`);
    if (node === null) return '';
    if (typeof node === 'string') return node;
    if (!Array.isArray(node))
      throw new Error('A part of a view is a text, null, or [element, props, ...children].');
    const [tag, given, ...children]: readonly unknown[] = node;
    if (typeof tag !== 'string' || !ELEMENTS.has(tag))
      throw new Error(`A view cannot have the element ${String(tag).slice(0, 40)}.`);
    const props = isRecord(given) ? given : {};
    return {
      tag,
      key: typeof props['key'] === 'string' ? props['key'] : null,
      attributes: readAttributes(props),
      style: readStyle(props['style']),
      handlers: readHandlers(props['on']),
      children: children.map((child) => read(child, depth + 1)),
    };
  };
  return read(view, 1);
}

function readAttributes(props: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> {
  const attributes = new Map<string, string>();
  for (const [name, value] of Object.entries(props)) {
    if (!ATTRIBUTES.has(name) && !/^aria-[a-z]+$/.test(name)) continue;
    if (name === 'type' && !INPUT_TYPES.has(String(value))) continue;
    if (value === true) attributes.set(name, '');
    else if (typeof value === 'string' || typeof value === 'number') attributes.set(name, String(value));
  }
  return attributes;
}

function readStyle(style: unknown): ReadonlyMap<string, string> {
  if (!isRecord(style)) return new Map();
  return new Map(
    Object.entries(style).flatMap(([name, value]) =>
      /^-{0,2}[a-z-]+$/.test(name) && typeof value === 'string' ? [[name, value]] : [],
    ),
  );
}

function readHandlers(on: unknown): ReadonlyMap<string, number> {
  if (!isRecord(on)) return new Map();
  return new Map(
    Object.entries(on).flatMap(([name, id]) =>
      EVENTS.has(name) && typeof id === 'number' ? [[name, id]] : [],
    ),
  );
}

type OnEvent = (handler: number, event: ToolEvent) => void;

/** Draws views into an element. Elements that stay the same keep their focus and what was typed into them. */
export class View {
  readonly #root: HTMLElement;
  readonly #onEvent: OnEvent;
  readonly #maxFileChars: number;
  /** What each element was drawn from. */
  readonly #drawn = new WeakMap<Element, ViewElement>();

  constructor(root: HTMLElement, maxFileChars: number, onEvent: OnEvent) {
    this.#root = root;
    this.#maxFileChars = maxFileChars;
    this.#onEvent = onEvent;
  }

  show(node: ViewNode): void {
    this.#drawChildren(this.#root, [node]);
  }

  #drawChildren(parent: Element, nodes: readonly ViewNode[]): void {
    const keyed = new Map<string, Element>();
    for (const child of parent.children) {
      const key = this.#drawn.get(child)?.key;
      if (key !== null && key !== undefined) keyed.set(key, child);
    }
    nodes.forEach((node, index) => {
      const present = parent.childNodes[index];
      const kept = typeof node === 'string' || node.key === null ? undefined : keyed.get(node.key);
      const old = kept ?? present;
      const next = this.#drawNode(node, old);
      if (next === present) return;
      // An element with a key is still needed where it is: another one is put before it.
      if (present !== undefined && next !== kept && this.#isFree(present)) present.replaceWith(next);
      else parent.insertBefore(next, present ?? null);
    });
    while (parent.childNodes.length > nodes.length) parent.lastChild?.remove();
  }

  #isFree(node: ChildNode): boolean {
    return !(node instanceof Element) || (this.#drawn.get(node)?.key ?? null) === null;
  }

  #drawNode(node: ViewNode, old: ChildNode | undefined): ChildNode {
    if (typeof node === 'string') {
      if (!(old instanceof Text)) return document.createTextNode(node);
      if (old.data !== node) old.data = node;
      return old;
    }
    const before = old instanceof Element ? this.#drawn.get(old) : undefined;
    const isSame = old instanceof HTMLElement && before?.tag === node.tag && before.key === node.key;
    const element = isSame ? old : this.#create(node);
    this.#drawAttributes(element, isSame ? before : undefined, node);
    this.#drawn.set(element, node);
    if (node.tag !== 'input' && node.tag !== 'textarea') this.#drawChildren(element, node.children);
    return element;
  }

  #create({ tag }: ViewElement): HTMLElement {
    const element = document.createElement(tag);
    // A button of HTML submits a form otherwise.
    if (element instanceof HTMLButtonElement) element.type = 'button';
    for (const name of EVENTS) element.addEventListener(name, (event) => void this.#handle(element, event));
    return element;
  }

  #drawAttributes(element: HTMLElement, before: ViewElement | undefined, now: ViewElement): void {
    for (const name of before?.attributes.keys() ?? [])
      if (!now.attributes.has(name)) removeAttribute(element, name);
    for (const [name, value] of now.attributes)
      if (before?.attributes.get(name) !== value) setAttribute(element, name, value);
    for (const name of before?.style.keys() ?? [])
      if (!now.style.has(name)) element.style.removeProperty(name);
    for (const [name, value] of now.style)
      if (before?.style.get(name) !== value) element.style.setProperty(name, value);
  }

  async #handle(element: HTMLElement, event: Event): Promise<void> {
    const handler = this.#drawn.get(element)?.handlers.get(event.type);
    if (handler === undefined) return;
    const file = event.type === 'change' && isFileInput(element) ? element.files?.[0] : undefined;
    const text = file === undefined || file.size > 4 * this.#maxFileChars ? '' : await file.text();
    this.#onEvent(handler, {
      value: 'value' in element && !isFileInput(element) ? String(element.value) : '',
      isChecked: element instanceof HTMLInputElement && element.checked,
      key: event instanceof KeyboardEvent ? event.key : '',
      file: file === undefined ? null : { name: file.name, text: text.slice(0, this.#maxFileChars) },
    });
  }
}

/** An attribute is only what an input begins with: once the user has used it, the property counts. */
function setAttribute(element: HTMLElement, name: string, value: string): void {
  element.setAttribute(name, value);
  if (name === 'value' && 'value' in element && !isFileInput(element)) element.value = value;
  if (name === 'checked' && element instanceof HTMLInputElement) element.checked = true;
}

function removeAttribute(element: HTMLElement, name: string): void {
  element.removeAttribute(name);
  if (name === 'checked' && element instanceof HTMLInputElement) element.checked = false;
}

const isFileInput = (element: HTMLElement): element is HTMLInputElement =>
  element instanceof HTMLInputElement && element.type === 'file';

interface PageData {
  readonly worker: string;
  readonly source: string;
  readonly limits: ToolLimits;
}

/** Runs a tool in its worker until it breaks a rule, or the workstation removes the page. */
class Page {
  readonly #data: PageData;
  readonly #port: MessagePort;
  readonly #view: View;
  #worker: Worker | undefined;
  #hasThemePermission = false;
  #windowStartMs = Number.NEGATIVE_INFINITY;
  #messages = 0;

  constructor(data: PageData, port: MessagePort, root: HTMLElement) {
    this.#data = data;
    this.#port = port;
    this.#view = new View(root, data.limits.fileChars, (handler, event) =>
      this.#toWorker({ type: 'event', handler, event }),
    );
    port.addEventListener('message', (event: MessageEvent<string>) => {
      // The workstation is the only sender.
      const message = JSON.parse(event.data) as HostMessage;
      if (message.type === 'start') this.#start(message);
      else if (message.type === 'theme') this.#showTheme(message.theme);
      else this.#worker?.postMessage(event.data);
    });
    port.start();
  }

  #start({ theme, ...start }: Extract<HostMessage, { type: 'start' }>): void {
    if (this.#worker !== undefined) return;
    const { worker, source, limits } = this.#data;
    const address = URL.createObjectURL(new Blob([worker], { type: 'text/javascript' }));
    this.#worker = new Worker(address);
    this.#worker.addEventListener('message', (event) => this.#receive(event));
    this.#worker.addEventListener('error', (event) => {
      // Shown to the author in the console of the browser; a tool survives an error in a handler.
      console.error(event.message);
    });
    this.#hasThemePermission = start.permissions.includes('theme');
    this.#showTheme(theme);
    const permitted = this.#hasThemePermission ? theme.name : null;
    this.#toWorker({ type: 'init', source, limits, start, theme: permitted });
  }

  #receive(event: MessageEvent<unknown>): void {
    const { data } = event;
    const { limits } = this.#data;
    const nowMs = performance.now();
    if (nowMs - this.#windowStartMs >= limits.windowMs) {
      this.#windowStartMs = nowMs;
      this.#messages = 0;
    }
    this.#messages += 1;
    if (this.#messages > limits.messagesPerWindow)
      return this.#stop(`It sent more than ${limits.messagesPerWindow} messages within a second.`);
    if (typeof data !== 'string') return this.#stop('It sent a message that is no text.');
    if (data.length > limits.messageChars)
      return this.#stop(`It sent a message of more than ${limits.messageChars} characters.`);
    let message: unknown;
    try {
      message = JSON.parse(data);
    } catch {
      return this.#stop('It sent a message that is not JSON.');
    }
    this.#act(isRecord(message) ? message : {}, data);
  }

  #act(message: Readonly<Record<string, unknown>>, text: string): void {
    if (message['type'] === 'failed')
      return this.#stop(`It failed: ${String(message['reason']).slice(0, 400)}`);
    // The workstation checks all other messages.
    if (message['type'] !== 'view') return this.#port.postMessage(text);
    try {
      this.#view.show(readView(message['view'], this.#data.limits));
    } catch (error) {
      this.#stop(error instanceof Error ? error.message : 'It sent a view that cannot be shown.');
    }
  }

  #stop(reason: string): void {
    this.#worker?.terminate();
    this.#port.postMessage(JSON.stringify({ type: 'stopped', reason }));
    this.#port.close();
  }

  #showTheme({ name, colors }: ToolTheme): void {
    const { style } = document.documentElement;
    style.setProperty('color-scheme', name);
    for (const [token, color] of Object.entries(colors)) style.setProperty(`--${token}`, color);
    if (this.#hasThemePermission) this.#toWorker({ type: 'theme', theme: name });
  }

  #toWorker(message: object): void {
    this.#worker?.postMessage(JSON.stringify(message));
  }
}

/** Waits for the first message of the workstation, which brings the channel. */
function awaitChannel(data: PageData, root: HTMLElement): void {
  const onMessage = (event: MessageEvent<unknown>): void => {
    const [port] = event.ports;
    if (event.source !== window.parent || port === undefined) return;
    removeEventListener('message', onMessage);
    new Page(data, port, root);
  };
  addEventListener('message', onMessage);
}

const dataElement = document.getElementById('tool');
const rootElement = document.getElementById('view');
// Tests import the parts without a page around them. The server writes the data of the page.
if (dataElement !== null && rootElement !== null)
  awaitChannel(JSON.parse(dataElement.textContent) as PageData, rootElement);
