import type { LatchkeyError } from '../errors/latchkey-error.js';
import type { ActivityMonth } from './activity-groups.js';

/** The history of an account on one network, as far as it is loaded. */
export interface ActivityState {
  /** Newest first. */
  readonly months: readonly ActivityMonth[];
  /** The last load found no transaction to show, or failed. */
  readonly isEmpty: boolean;
  readonly pending: boolean;
  /** The service has older transactions. */
  readonly hasMore: boolean;
  /** False: no service has the history of this network. */
  readonly isSupported: boolean;
  /** The blockchain API, the chain's own nodes, or only what was sent with this app in this browser. */
  readonly source: 'service' | 'chain' | 'sent-here';
  /** Of the last load. The months loaded before stay. */
  readonly error: LatchkeyError | null;
}

export type ActivityEvent =
  | { readonly type: 'requested' }
  | {
      readonly type: 'loaded';
      readonly months: readonly ActivityMonth[];
      readonly hasMore: boolean;
      readonly source: ActivityState['source'];
    }
  | { readonly type: 'regrouped'; readonly months: readonly ActivityMonth[] }
  | { readonly type: 'unsupported' }
  | { readonly type: 'failed'; readonly error: LatchkeyError }
  | { readonly type: 'cancelled' };

/** Nothing is loaded yet. */
export const INITIAL_ACTIVITY: ActivityState = {
  months: [],
  isEmpty: false,
  pending: false,
  hasMore: false,
  isSupported: true,
  source: 'service',
  error: null,
};

/** The state after an event. After a failure the next load starts at the newest transaction again. */
export const reduceActivity = (state: ActivityState, event: ActivityEvent): ActivityState => {
  switch (event.type) {
    case 'requested':
      return { ...state, pending: true, error: null };
    case 'loaded': {
      const { months, hasMore, source } = event;
      return { ...INITIAL_ACTIVITY, months, isEmpty: months.length === 0, hasMore, source };
    }
    case 'regrouped':
      return { ...state, months: event.months };
    case 'unsupported':
      return { ...INITIAL_ACTIVITY, isEmpty: true, isSupported: false };
    case 'failed':
      return { ...state, isEmpty: true, pending: false, hasMore: false, error: event.error };
    case 'cancelled':
      return { ...state, pending: false };
  }
};
