/** Kind of an alert. Every one of `alerts.ts` is an `error`. */
export type AlertVariant = 'info' | 'success' | 'warning' | 'error';

/** The alert bar. It stays until it is closed. */
export interface AlertState {
  readonly open: boolean;
  readonly message: string;
  readonly variant: AlertVariant;
  /** Keys of the alerts that were raised already and are raised once only. */
  readonly raised: readonly string[];
}

/** Something that the host's developer should hear of. @see snackbar-machine.ts for passing messages. */
export interface Alert {
  readonly key: string;
  /** What the bar says. Kept to the letter of the specification. */
  readonly short: string;
  /** What the console says: the way out. `{origin}` stands for the page's origin. */
  readonly long: string;
  /** Raised once per client instead of again and again. */
  readonly once: boolean;
}

/** Everything that happens to the alert bar. */
export type AlertEvent =
  | { readonly type: 'raised'; readonly alert: Alert }
  /** The cause is gone, so that the alert may be raised again, e.g. analytics accepted an event. */
  | { readonly type: 'resolved'; readonly alert: Alert }
  | { readonly type: 'closed' };

/** Nothing to say, nothing said. */
export const INITIAL_ALERT: AlertState = { open: false, message: '', variant: 'info', raised: [] };

/** Whether raising an alert would do anything; the application logs the long text only then. */
export const isAlertDue = ({ raised }: AlertState, { key }: Alert): boolean => !raised.includes(key);

/** The alert bar's rules as one pure function. An event that changes nothing gives back the same state. */
export const reduceAlert = (state: AlertState, event: AlertEvent): AlertState => {
  switch (event.type) {
    case 'raised': {
      if (!isAlertDue(state, event.alert)) return state;
      const { key, short, once } = event.alert;
      return { open: true, message: short, variant: 'error', raised: once ? [...state.raised, key] : state.raised };
    }
    case 'resolved':
      return isAlertDue(state, event.alert) ? state : { ...state, raised: state.raised.filter((key) => key !== event.alert.key) };
    case 'closed':
      return state.open ? { ...state, open: false } : state;
  }
};

/** The long text of an alert for the console. `origin` is `null` outside of a page. */
export const alertDetail = ({ long }: Alert, origin: string | null): string => long.replace('{origin}', origin ?? 'unknown');
