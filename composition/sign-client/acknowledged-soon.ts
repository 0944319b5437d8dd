import { pause } from '../../application/shared/pause.js';
import type { EngineContext } from '../../application/wallet-protocol/engine/engine-context.js';
import type { ProtocolSession } from '../../domain/wallet-protocol/session.js';

/** How long a wallet is kept waiting for the app, in milliseconds. */
const ACKNOWLEDGEMENT_MS = 500;

/**
 * The session of an approval: with the app's answer where that comes soon, else as it is. A wallet that takes its owner back to an app on the
 * same device cannot wait for longer: that app answers when it is shown.
 * @throws whatever the app has against the session, where it says so in time
 */
export const acknowledgedSoon = async (
  topic: string,
  acknowledged: () => Promise<ProtocolSession>,
  { clock, tables }: Pick<EngineContext, 'clock' | 'tables'>,
): Promise<ProtocolSession> => {
  const waiting = new AbortController();
  const answer = acknowledged();
  const late = pause(ACKNOWLEDGEMENT_MS, clock, waiting.signal).then(() => tables.sessions.get(topic));
  for (const promise of [answer, late]) promise.catch(() => undefined);
  try {
    // A session that is gone by then was refused or ended: that is what is said.
    return (await Promise.race([answer, late])) ?? (await answer);
  } finally {
    waiting.abort();
  }
};
