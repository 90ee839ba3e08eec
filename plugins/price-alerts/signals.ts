/** How a firing is reported on this machine beside the notification on screen. Browsers grant desktop notifications by machine, so the choice is stored by machine. */
export interface Signals {
  readonly hasSound: boolean;
  readonly hasDesktop: boolean;
}

const KEY = 'tapedeck.alert-signals';
const NONE: Signals = { hasSound: false, hasDesktop: false };

/** The stored choice; no signals when there is none. */
export function readSignals(storage: Pick<Storage, 'getItem'>): Signals {
  try {
    const stored: unknown = JSON.parse(storage.getItem(KEY) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return NONE;
    const { hasSound, hasDesktop } = stored as Partial<Record<keyof Signals, unknown>>;
    return { hasSound: hasSound === true, hasDesktop: hasDesktop === true };
  } catch {
    return NONE;
  }
}

/** False when the browser refuses to store it. */
export function writeSignals(storage: Pick<Storage, 'setItem'>, signals: Signals): boolean {
  try {
    storage.setItem(KEY, JSON.stringify(signals));
    return true;
  } catch {
    return false;
  }
}

/** Two short tones, rising for high and falling for low. Browsers are silent until the user has clicked or typed once. */
export function playTone(side: 'High' | 'Low', make: () => AudioContext = () => new AudioContext()): void {
  const audio = make();
  const tones = side === 'High' ? [660, 880] : [880, 660];
  tones.forEach((hertz, index) => {
    const [oscillator, gain] = [audio.createOscillator(), audio.createGain()];
    const fromS = audio.currentTime + index * 0.16;
    oscillator.frequency.value = hertz;
    gain.gain.setValueAtTime(0.0001, fromS);
    gain.gain.exponentialRampToValueAtTime(0.2, fromS + 0.02);
    gain.gain.exponentialRampToValueAtTime(0.0001, fromS + 0.14);
    oscillator.connect(gain).connect(audio.destination);
    oscillator.start(fromS);
    oscillator.stop(fromS + 0.15);
    if (index === tones.length - 1) oscillator.onended = () => void audio.close();
  });
}

const NEEDS_HTTPS =
  'Browsers show desktop notifications only for pages opened over https or from this machine. Open Tapedeck at an https address. The sound and the notifications on this page work without it.';
const NOT_ALLOWED =
  'The browser does not allow notifications of this page. Allow them in its site settings, then try again.';

type DesktopApi = Pick<typeof Notification, 'permission' | 'requestPermission'>;
/** The browser's notifications, where it has them. */
export const desktopApi = (): DesktopApi | undefined =>
  typeof Notification === 'undefined' ? undefined : Notification;

/** Requests the browser's permission for desktop notifications; resolves with why there is none, or null. */
export async function desktopProblem(api: DesktopApi | undefined, isSecure: boolean): Promise<string | null> {
  if (!isSecure) return NEEDS_HTTPS;
  if (api === undefined || api.permission === 'denied') return NOT_ALLOWED;
  const isGranted = api.permission === 'granted' || (await api.requestPermission()) === 'granted';
  return isGranted ? null : NOT_ALLOWED;
}
