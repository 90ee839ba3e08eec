import { basePath } from '../../../ui/index.ts';

/** Where this browser receives notifications, and its keys (base64url). */
export interface BrowserSubscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** A subscription, or why there is none, as a sentence for the user. */
export type SubscribeOutcome =
  | { readonly ok: true; readonly subscription: BrowserSubscription }
  | { readonly ok: false; readonly message: string };

/** Notifications of the operating system exist on pages that came over https, and in browsers with a push service. */
function serviceWorkers(): ServiceWorkerContainer | undefined {
  // oxlint-disable-next-line no-restricted-properties -- only read where it exists: a page that came over plain http from another machine lacks it
  const container: ServiceWorkerContainer | undefined = navigator.serviceWorker;
  return 'PushManager' in window && 'Notification' in window ? container : undefined;
}

/** Whether this browser can receive notifications from this page. */
export const canReceivePush = (): boolean => serviceWorkers() !== undefined;

/** Requests the permission of the user, and subscribes this browser with the server's key (base64url). */
export async function subscribeBrowser(serverKey: string): Promise<SubscribeOutcome> {
  const container = serviceWorkers();
  if (container === undefined) return { ok: false, message: 'This browser cannot receive notifications.' };
  if ((await Notification.requestPermission()) !== 'granted')
    return {
      ok: false,
      message:
        'This browser does not allow notifications of this page. Allow them in its settings, then try again.',
    };
  try {
    // The scope holds no page: the worker shows notifications and does nothing else.
    const registration = await container.register(`${basePath()}/push-worker.js`, {
      scope: `${basePath()}/push-worker/`,
    });
    await activated(registration);
    const subscription = await freshSubscription(registration.pushManager, bytesOf(serverKey));
    const { endpoint, keys } = subscription.toJSON();
    const { p256dh = '', auth = '' } = keys ?? {};
    return { ok: true, subscription: { endpoint: endpoint ?? '', p256dh, auth } };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ok: false, message: `The push service of this browser could not be reached (${reason}).` };
  }
}

/** A subscription with another key, such as that of an installation before, is of no use. */
async function freshSubscription(
  manager: PushManager,
  serverKey: Uint8Array<ArrayBuffer>,
): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: serverKey };
  try {
    return await manager.subscribe(options);
  } catch (error) {
    const known = await manager.getSubscription();
    if (known === null) throw error;
    await known.unsubscribe();
    return manager.subscribe(options);
  }
}

/** Resolves once the worker can receive messages. */
async function activated({ active, installing, waiting }: ServiceWorkerRegistration): Promise<void> {
  const worker = installing ?? waiting;
  if (active !== null || worker === null) return;
  await new Promise<void>((resolve, reject) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve();
      if (worker.state === 'redundant') reject(new Error('the worker could not be installed'));
    });
  });
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
