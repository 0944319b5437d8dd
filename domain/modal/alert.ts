/** Variant of an alert. All of `alerts.ts` are `error`. */
export type AlertVariant = 'info' | 'success' | 'warning' | 'error';

/** State of the alert bar, which stays until it is closed. */
export interface AlertState {
  readonly open: boolean;
  readonly message: string;
  readonly variant: AlertVariant;
  /** Keys of the raised one-time alerts. */
  readonly raisedKeys: readonly string[];
}

/** An alert for the app's developer. @see snackbar-machine.ts for short messages */
export interface Alert {
  readonly key: string;
  /** Text of the alert bar, quoted from the specification. */
  readonly title: string;
  /** Console text with the solution. `{origin}` is replaced by the page's origin. */
  readonly detail: string;
  /** True if raised only once per client. */
  readonly isOneTime: boolean;
}

/** Events of the alert bar. */
export type AlertEvent =
  | { readonly type: 'raised'; readonly alert: Alert }
  /** The cause is resolved, e.g. analytics accepted an event, so that the alert may be raised again. */
  | { readonly type: 'resolved'; readonly alert: Alert }
  | { readonly type: 'closed' };

export const INITIAL_ALERT: AlertState = { open: false, message: '', variant: 'info', raisedKeys: [] };

/** Tests whether raising an alert has an effect. The application logs its detail only then. */
export const shouldRaiseAlert = ({ raisedKeys }: AlertState, { key }: Alert): boolean => !raisedKeys.includes(key);

/** Reduces an event to the next alert state. Returns the same state if nothing changes. */
export const reduceAlert = (state: AlertState, event: AlertEvent): AlertState => {
  switch (event.type) {
    case 'raised': {
      if (!shouldRaiseAlert(state, event.alert)) return state;
      const { key, title, isOneTime } = event.alert;
      return { open: true, message: title, variant: 'error', raisedKeys: isOneTime ? [...state.raisedKeys, key] : state.raisedKeys };
    }
    case 'resolved':
      return shouldRaiseAlert(state, event.alert)
        ? state
        : { ...state, raisedKeys: state.raisedKeys.filter((key) => key !== event.alert.key) };
    case 'closed':
      return state.open ? { ...state, open: false } : state;
  }
};

/** Console text of an alert. `origin` is `null` outside of a page. */
export const alertDetail = ({ detail }: Alert, origin: string | null): string => detail.replace('{origin}', origin ?? 'unknown');
