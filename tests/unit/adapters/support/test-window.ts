import { setMaxListeners } from 'node:events';

/** A page's window as discovery sees it; counts its listeners and the requests for announcements. */
export class TestWindow extends EventTarget {
  ethereum?: unknown;
  /** Listeners attached and not removed. */
  listeners = 0;
  /** How often wallets were asked to announce themselves. */
  requests = 0;

  constructor() {
    super();
    // Many wallets listen on one page; Node takes that for a leak.
    setMaxListeners(0, this);
  }

  override addEventListener(...parameters: Parameters<EventTarget['addEventListener']>): void {
    this.listeners += 1;
    super.addEventListener(...parameters);
  }

  override removeEventListener(...parameters: Parameters<EventTarget['removeEventListener']>): void {
    this.listeners -= 1;
    super.removeEventListener(...parameters);
  }

  override dispatchEvent(event: Event): boolean {
    if (event.type === 'eip6963:requestProvider') this.requests += 1;
    return super.dispatchEvent(event);
  }

  /** Dispatches an announcement with any detail, of the right shape or not. */
  announce(detail: unknown): void {
    super.dispatchEvent(Object.assign(new Event('eip6963:announceProvider'), { detail }));
  }
}
