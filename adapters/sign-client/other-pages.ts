import type { SignEngine } from '../../application/wallet-protocol/engine/sign-engine.js';

/** The part of a page that carries words to the other pages of its origin. */
export type ChannelPage = Partial<Pick<typeof globalThis, 'BroadcastChannel'>>;

/**
 * Tells the other pages with the same records of each session that is ended here, and ends here what they have ended: what a party says to
 * its peer, the relay brings to none of its own pages.
 * @param name what the records of these pages begin with
 * @returns ends it
 * @see https://html.spec.whatwg.org/multipage/web-messaging.html#broadcasting-to-other-browsing-contexts
 */
export const followOtherPages = (
  name: string,
  { BroadcastChannel }: ChannelPage,
  engine: Pick<SignEngine, 'ends$' | 'endedElsewhere'>,
): (() => void) => {
  if (BroadcastChannel === undefined) return () => undefined;
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') engine.endedElsewhere(data);
  };
  const telling = engine.ends$.subscribe(({ session, reason }) => {
    if (reason === 'own') channel.postMessage(session.topic);
  });
  return () => {
    telling.unsubscribe();
    channel.close();
  };
};
