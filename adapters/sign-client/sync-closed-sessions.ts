import type { SignEngine } from '../../application/wallet-protocol/engine/sign-engine.js';

/** Globals for messages between pages of one origin. */
export type BroadcastGlobals = Partial<Pick<typeof globalThis, 'BroadcastChannel'>>;

/**
 * Notifies the other pages with the same records of each session that is closed here, and closes those that they have closed: the relay does
 * not deliver a party's own messages to its other pages.
 * @param name prefix of the records, which identifies these pages
 * @returns stops the synchronization
 * @see https://html.spec.whatwg.org/multipage/web-messaging.html#broadcasting-to-other-browsing-contexts
 */
export const syncClosedSessions = (
  name: string,
  { BroadcastChannel }: BroadcastGlobals,
  engine: Pick<SignEngine, 'sessionClosed$' | 'onClosedByOtherPage'>,
): (() => void) => {
  if (BroadcastChannel === undefined) return () => undefined;
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') engine.onClosedByOtherPage(data);
  };
  const subscription = engine.sessionClosed$.subscribe(({ session, reason }) => {
    if (reason === 'own') channel.postMessage(session.topic);
  });
  return () => {
    subscription.unsubscribe();
    channel.close();
  };
};
