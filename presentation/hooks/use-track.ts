import type { EventBus } from '../../application/shared/event-bus.js';
import { useLatchkeyContext } from './use-latchkey.js';

/**
 * Returns the function that reports user events to the app's `onEvent` and to analytics. It keeps its identity.
 * @example useTrack()('CLICK_WALLET_HELP');
 */
export const useTrack = (): EventBus['track'] => useLatchkeyContext('useTrack').client.events.track;
