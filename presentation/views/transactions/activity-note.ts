import type { ActivityState } from '../../../domain/activity/activity-state.js';
import type { Messages } from '../../messages/en.js';

/** Says where a history comes from; `null` for the service. */
export const activityNote = (source: ActivityState['source'], m: Messages): string | null =>
  ({ service: null, chain: m.activityOfChain, 'sent-here': m.activitySentHere })[source];

/** Says which transactions an empty history will have. */
export const noActivityHint = (source: ActivityState['source'], network: string, m: Messages): string =>
  source === 'sent-here' ? m.activitySentHere : m.noActivityHint(network);
