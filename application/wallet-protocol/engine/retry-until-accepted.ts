import { isLatchkeyError } from '../../../domain/errors/latchkey-error.js';
import { pause } from '../../shared/pause.js';
import type { RequesterContext } from './engine-context.js';

/** Delay between attempts. */
const RETRY_MS = 5_000;

/**
 * Repeats sending until the relay accepts it.
 * @param isPending returns whether it still needs to be sent
 * @throws any error except `relay/…`, because a retry would not fix it; `config/disposed`
 */
export const retryUntilAccepted = async (
  { clock, lifetime }: Pick<RequesterContext, 'clock' | 'lifetime'>,
  isPending: () => boolean,
  send: () => Promise<void>,
): Promise<void> => {
  while (isPending()) {
    try {
      return await send();
    } catch (error) {
      if (lifetime.aborted || !isLatchkeyError(error) || !error.code.startsWith('relay/')) throw error;
    }
    await pause(RETRY_MS, clock, lifetime);
  }
};
