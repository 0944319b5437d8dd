import { filter, firstValueFrom, map, take } from 'rxjs';
import type { WalletSession } from '../../application/ports/chain.port.js';
import type { Clock } from '../../application/ports/clock.port.js';
import { aborted } from '../../application/shared/aborted.js';
import { elapsed } from '../../application/shared/elapsed.js';
import { until } from '../../application/shared/until.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Eip6963Discovery } from './eip-6963-discovery.js';
import { openSession } from './eip155-session.js';

/** How long a remembered wallet may take to announce itself after the page loaded. */
const LATE_ANNOUNCEMENT_MS = 3_000;

/** What a remembered session is taken up with. */
export interface ResumeSession {
  readonly connectorId: string;
  /** Has begun. */
  readonly discovery: Eip6963Discovery;
  readonly clock: Clock;
}

/**
 * Takes up a session with a remembered wallet, also when it announces itself late; `null` when it shares no account. The
 * wallet is never opened.
 */
export const resumeSession = async (
  { connectorId, discovery, clock }: ResumeSession,
  signal: AbortSignal,
): Promise<WalletSession | null> => {
  const found$ = discovery.connectors$.pipe(
    map(() => discovery.find(connectorId)),
    filter((wallet) => wallet !== undefined),
    take(1),
    until(elapsed(LATE_ANNOUNCEMENT_MS, clock)),
    until(aborted(signal)),
  );
  const wallet = await firstValueFrom(found$, { defaultValue: null });
  signal.throwIfAborted();
  if (wallet === null) throw new LatchkeyError('connection/connector-not-found', { connectorId });
  // Two wallets claim this identity: which of them was meant only the person can say.
  if (wallet.connector.suspicious) return null;
  try {
    return await openSession({ wallet, clock, method: 'eth_accounts' }, signal);
  } catch (error) {
    // Some wallets answer a site that they do not share with by an error instead of an empty list.
    if (isLatchkeyError(error, 'wallet/unauthorized')) return null;
    throw error;
  }
};
