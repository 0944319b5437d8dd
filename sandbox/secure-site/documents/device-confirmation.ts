import { ApiError } from '../frame/frame-client.js';
import type { HostLink } from './host-link.js';
import type { Logins } from './logins.js';
import { waitFor } from './wait-for.js';

/** The page of the link may be open on another device, which cannot tell this one. */
const POLL_MS = 2_000;

/** The logins, as far as the confirmation needs them. */
type ConfirmedLogins = Pick<Logins, 'sendDeviceLink' | 'isDeviceConfirmed' | 'requestCode'>;

/** Confirms a new device by a mailed link, before it gets a code. */
export class DeviceConfirmation {
  readonly #logins: ConfirmedLogins;
  readonly #host: Pick<HostLink, 'notify'>;
  #email: string | null = null;
  #waiting: AbortController | null = null;
  /** The code that is being mailed. */
  #mailing: Promise<void> | null = null;

  constructor(logins: ConfirmedLogins, host: Pick<HostLink, 'notify'>) {
    this.#logins = logins;
    this.#host = host;
  }

  /** Mails the link and has the host show the number. False in a host that cannot: the device needs no confirmation there. @throws ApiError */
  async begin(email: string): Promise<boolean> {
    const number = await this.#logins.sendDeviceLink(email);
    this.#email = email;
    const isShown = await this.#host.notify({ type: 'number', number });
    if (!isShown) this.#email = null;
    return isShown;
  }

  /**
   * Resolves when the user has confirmed the device, and the code is mailed. Hosts ask again when they have waited too long: the newest request
   * replaces an older one.
   * @throws ApiError, or the reason of the signal
   */
  async wait(signal: AbortSignal): Promise<void> {
    this.#waiting?.abort(new Error('The request was cancelled: another one came'));
    const waiting = new AbortController();
    this.#waiting = waiting;
    const stop = AbortSignal.any([signal, waiting.signal]);
    const email = this.#email;
    if (email === null) throw new ApiError('no-code');
    while (!(await this.#logins.isDeviceConfirmed())) {
      stop.throwIfAborted();
      await waitFor(POLL_MS, stop);
      stop.throwIfAborted();
    }
    stop.throwIfAborted();
    this.#mailing ??= this.#logins.requestCode(email).finally(() => {
      this.#mailing = null;
    });
    await this.#mailing;
    this.#email = null;
    void this.#host.notify({ type: 'number', number: null });
  }
}
