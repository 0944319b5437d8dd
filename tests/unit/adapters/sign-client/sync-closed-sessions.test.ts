import { Subject } from 'rxjs';
import { afterEach, describe, expect, it } from 'vitest';
import { syncClosedSessions } from '../../../../adapters/sign-client/sync-closed-sessions.js';
import type { ClosedSession, SessionCloseReason } from '../../../../application/wallet-protocol/engine/sessions.js';
import { protocolSession } from '../support/protocol-session.js';

/** A page whose engine records the sessions closed by other pages. BroadcastChannel works within this process. */
class Page {
  readonly sessionClosed$ = new Subject<ClosedSession>();
  readonly closed: string[] = [];
  readonly stop: () => void;

  constructor(name: string) {
    this.stop = syncClosedSessions(name, globalThis, this);
  }

  readonly onClosedByOtherPage = (topic: string): void => void this.closed.push(topic);

  close(topic: string, reason: SessionCloseReason): void {
    this.sessionClosed$.next({ session: protocolSession(topic), reason, recorded: Promise.resolve() });
  }
}

/** Resolves when all earlier messages of a channel are delivered. */
const delivered = (name: string): Promise<void> =>
  new Promise((resolve) => {
    const [receiver, sender] = [new BroadcastChannel(name), new BroadcastChannel(name)];
    receiver.onmessage = () => {
      for (const channel of [receiver, sender]) channel.close();
      resolve();
    };
    sender.postMessage({ ignored: true });
  });

const pages: Page[] = [];
const open = (name: string): Page => {
  const page = new Page(name);
  pages.push(page);
  return page;
};

afterEach(() => {
  for (const page of pages.splice(0)) page.stop();
});

describe('syncClosedSessions', () => {
  it('notifies other pages of sessions that this party disconnects, and of no other closed sessions', async () => {
    const [one, two, three] = [open('@latchkey/sign/'), open('@latchkey/sign/'), open('@latchkey/sign-other/')];
    one.close('theirs', 'peer');
    one.close('late', 'expired');
    one.close('keyless', 'lost');
    one.close('own', 'own');
    await delivered('@latchkey/sign/');
    expect([one.closed, two.closed, three.closed]).toEqual([[], ['own'], []]);
  });

  it('stops sending and receiving', async () => {
    const [one, two] = [open('@latchkey/sign/'), open('@latchkey/sign/')];
    two.stop();
    one.close('first', 'own');
    two.close('second', 'own');
    await delivered('@latchkey/sign/');
    expect([one.closed, two.closed, two.sessionClosed$.observed]).toEqual([[], [], false]);
  });

  it('does nothing without BroadcastChannel', () => {
    const sessionClosed$ = new Subject<ClosedSession>();
    syncClosedSessions('@latchkey/sign/', {}, { sessionClosed$, onClosedByOtherPage: () => undefined })();
    expect(sessionClosed$.observed).toBe(false);
  });
});
