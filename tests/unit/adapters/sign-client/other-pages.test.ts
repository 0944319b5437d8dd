import { Subject } from 'rxjs';
import { afterEach, describe, expect, it } from 'vitest';
import { followOtherPages } from '../../../../adapters/sign-client/other-pages.js';
import type { SessionEnd, SessionEndReason } from '../../../../application/wallet-protocol/engine/sessions.js';
import { protocolSession } from '../support/protocol-session.js';

/** A page whose engine notes what it is told. Channels are those of this process, as they are between pages. */
class Page {
  readonly ends$ = new Subject<SessionEnd>();
  readonly ended: string[] = [];
  readonly leave: () => void;

  constructor(name: string) {
    this.leave = followOtherPages(name, globalThis, this);
  }

  readonly endedElsewhere = (topic: string): void => void this.ended.push(topic);

  end(topic: string, reason: SessionEndReason): void {
    this.ends$.next({ session: protocolSession(topic), reason });
  }
}

/** Resolves when everything that was said on a channel before has arrived at its other ends. */
const delivered = (name: string): Promise<void> =>
  new Promise((resolve) => {
    const [ear, mouth] = [new BroadcastChannel(name), new BroadcastChannel(name)];
    ear.onmessage = () => {
      for (const channel of [ear, mouth]) channel.close();
      resolve();
    };
    mouth.postMessage({ nobodys: 'business' });
  });

const pages: Page[] = [];
const open = (name: string): Page => {
  const page = new Page(name);
  pages.push(page);
  return page;
};

afterEach(() => {
  for (const page of pages.splice(0)) page.leave();
});

describe('pages of one party', () => {
  it('tell each other of the sessions that their hosts end, and of no other ends: those each hears by itself', async () => {
    const [one, two, three] = [open('@latchkey/sign/'), open('@latchkey/sign/'), open('@latchkey/sign-other/')];
    one.end('theirs', 'peer');
    one.end('late', 'expired');
    one.end('keyless', 'lost');
    one.end('own', 'own');
    await delivered('@latchkey/sign/');
    expect([one.ended, two.ended, three.ended]).toEqual([[], ['own'], []]);
  });

  it('hear nothing, and tell nothing, once they are left', async () => {
    const [one, two] = [open('@latchkey/sign/'), open('@latchkey/sign/')];
    two.leave();
    one.end('first', 'own');
    two.end('second', 'own');
    await delivered('@latchkey/sign/');
    expect([one.ended, two.ended, two.ends$.observed]).toEqual([[], [], false]);
  });

  it('stand alone where a browser has no channels', () => {
    const ends$ = new Subject<SessionEnd>();
    followOtherPages('@latchkey/sign/', {}, { ends$, endedElsewhere: () => undefined })();
    expect(ends$.observed).toBe(false);
  });
});
