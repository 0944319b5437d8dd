import { Subscription } from 'rxjs';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { Browser } from '../ports/browser.port.js';
import type { Clock } from '../ports/clock.port.js';

/** Returning from a wallet on the same phone, the answer needs a moment: the line to the relay has to wake up. */
const BUFFERING_MS = 5_000;

/** Where a person leaves from and comes back to. */
export interface FollowReturnsParts {
  readonly connections: ConnectionStore;
  readonly browser: Browser;
  readonly clock: Clock;
}

/** Tells who comes back from a wallet on this phone to wait a moment, until it is unsubscribed. */
export const followReturns = ({ connections, browser, clock }: FollowReturnsParts): Subscription => {
  const following = new Subscription();
  const buffer = (buffering: boolean): boolean => connections.dispatch({ type: 'pairing-changed', pairing: { buffering } });
  let wasHidden = false;
  const follow = (visible: boolean): void => {
    if (visible && wasHidden && browser.platform.ios && connections.state.pairing.wcLinking !== undefined) {
      buffer(true);
      following.add(clock.scheduler.schedule(() => buffer(false), BUFFERING_MS));
    }
    wasHidden = !visible;
  };
  following.add(browser.visible$.subscribe(follow));
  return following;
};
