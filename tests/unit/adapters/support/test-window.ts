import { setMaxListeners } from 'node:events';

/** A window for discovery tests that counts listeners and announcement requests. */
export class TestWindow extends EventTarget {
  ethereum?: unknown;
  /** Number of attached listeners. */
  listeners = 0;
  /** Number of announcement requests. */
  requests = 0;

  constructor() {
    super();
    // Avoids Node’s warning about many listeners.
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

  /** Dispatches an announcement with any detail, valid or not. */
  announce(detail: unknown): void {
    super.dispatchEvent(Object.assign(new Event('eip6963:announceProvider'), { detail }));
  }
}
