import type { EventBus } from '../../application/shared/event-bus.js';
import { useLatchkeyContext } from './use-latchkey.js';

/**
 * Reports what a person does, for the host's `onEvent` and for analytics. Keeps its identity.
 * @example useTrack()('CLICK_WALLET_HELP');
 */
export const useTrack = (): EventBus['track'] => useLatchkeyContext('useTrack').client.events.track;
