import type { TrackedEvent } from '../../domain/analytics/tracked-event.js';
import { token } from '../shared/token.js';

/** The service that receives usage events. Calls are not retried, except for the read of the configuration. */
export interface Analytics {
  /**
   * Whether the service wants events. Rejects with a code of `AnalyticsError`, or the signal's reason once it is aborted.
   */
  isEnabled(signal: AbortSignal): Promise<boolean>;
  /**
   * Sends an event, also if the page is closed meanwhile. Rejects like {@link isEnabled}; with the status 403 in `service/refused` if the
   * service does not accept the project id or the origin of the page.
   */
  send(event: TrackedEvent, signal: AbortSignal): Promise<void>;
}

/** Error codes of calls to the service. */
export type AnalyticsError = 'service/unreachable' | 'service/refused' | 'service/invalid-response' | 'config/project-id-missing';

/** Token of the analytics service. */
export const ANALYTICS = token<Analytics>('Analytics');
