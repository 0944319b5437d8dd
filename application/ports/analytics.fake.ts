import type { TrackedEvent } from '../../domain/analytics/tracked-event.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Analytics } from './analytics.port.js';

/** Behaviour of a fake service: it works, cannot be reached, responds with a status or with something else, or never. */
export type FakeAnalyticsMode = 'working' | 'down' | 'garbage' | 'never' | { readonly status: number };

/**
 * In-memory analytics service with a switch for every failure.
 * @example
 * const analytics = new FakeAnalytics();
 * analytics.events = { status: 403 };
 */
export class FakeAnalytics implements Analytics {
  /** Its configuration. */
  enabled = true;
  /** Behaviour of reads of the configuration. */
  configuration: FakeAnalyticsMode = 'working';
  /** Behaviour of sent events. A service does not read its own response, so `garbage` is accepted. */
  events: FakeAnalyticsMode = 'working';
  /** Number of reads of the configuration. */
  reads = 0;
  /** Requests to send an event so far, accepted or not, oldest first. */
  readonly requested: TrackedEvent[] = [];
  /** Accepted events, oldest first. */
  readonly accepted: TrackedEvent[] = [];

  readonly isEnabled = async (signal: AbortSignal): Promise<boolean> => {
    signal.throwIfAborted();
    this.reads += 1;
    if (this.configuration === 'garbage')
      throw new LatchkeyError('service/invalid-response', { service: 'analytics', reason: 'it is not JSON' });
    await respond(this.configuration, signal);
    return this.enabled;
  };

  readonly send = async (event: TrackedEvent, signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    this.requested.push(event);
    await respond(this.events, signal);
    this.accepted.push(event);
  };
}

const respond = async (mode: FakeAnalyticsMode, signal: AbortSignal): Promise<void> => {
  if (mode === 'down') throw new LatchkeyError('service/unreachable', { service: 'analytics', status: null });
  if (mode === 'never')
    await new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
  if (typeof mode === 'object') throw new LatchkeyError('service/refused', { service: 'analytics', reason: null, ...mode });
};
