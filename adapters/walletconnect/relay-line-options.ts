import type { Browser } from '../../application/ports/browser.port.js';
import type { RelayDialerOptions } from './relay-dialer.js';
import type { Push } from './relay-frames.js';
import type { RelaySocket } from './relay-socket.js';

/** What a line to the relay is made of. */
export interface RelayLineOptions extends RelayDialerOptions {
  readonly browser: Pick<Browser, 'visible$' | 'online$'>;
  readonly onPush: (push: Push, socket: RelaySocket) => void;
  /**
   * Called when several topics are about to be subscribed at once; what it returns is called when they are, or when that failed. The messages
   * of a single one come in their order: a pairing waits for nothing.
   */
  readonly onSubscribing: () => () => void;
}
