/** Kind of an alert. Every alert of {@link ALERTS} is an `error`. */
export type AlertVariant = 'info' | 'success' | 'warning' | 'error';

/** The alert bar. It stays until it is closed. */
export interface AlertState {
  readonly open: boolean;
  readonly message: string;
  readonly variant: AlertVariant;
  /** Once-keys of the alerts that were raised already. */
  readonly raised: readonly string[];
}

interface AlertText {
  /** What the bar says. Kept to the letter of the specification. */
  readonly short: string;
  /** What the console says: the way out. `{origin}` stands for the page's origin. */
  readonly long: string;
  /** Raised again and again, or once per client. */
  readonly once: boolean;
}

/** Every alert. @see snackbar-machine.ts for passing messages. */
export const ALERTS = {
  'network-not-found': {
    short: 'Network Not Found',
    long: 'The network is missing from the "networks" option: add it there before you switch to it.',
    once: false,
  },
  'invalid-app-configuration': {
    short: 'Invalid App Configuration',
    long: 'The origin {origin} is not on the allowlist of your project id: add it where you manage the project.',
    once: true,
  },
  'analytics-forbidden': {
    short: 'Invalid App Configuration',
    long: 'Analytics refused the origin {origin}: add it to the allowlist of your project id.',
    once: true,
  },
  'embedded-wallet-failed': {
    short: 'Invalid App Configuration',
    long: 'The embedded wallet did not load in time: check that the origin {origin} is on the allowlist of your project id.',
    once: false,
  },
  'session-expired': {
    short: 'Session Expired',
    long: 'The session is not valid: check the time settings of the device and connect again.',
    once: true,
  },
  'invalid-project-id': {
    short: 'Invalid Project ID',
    long: 'The project id is not known to the service: check the "projectId" option.',
    once: true,
  },
  'project-id-not-configured': {
    short: 'Project ID Not Configured',
    long: 'A service at its default address needs a project id: set "projectId", or an own address in "endpoints".',
    once: true,
  },
} as const satisfies Readonly<Record<string, AlertText>>;

/** Name of an alert. */
export type AlertKey = keyof typeof ALERTS;

/** Everything that happens to the alert bar. */
export type AlertEvent =
  | { readonly type: 'raised'; readonly alert: AlertKey }
  /** The cause is gone, so that the alert may be raised again, e.g. analytics accepted an event. */
  | { readonly type: 'resolved'; readonly alert: AlertKey }
  | { readonly type: 'closed' };

/** Nothing to say, nothing said. */
export const INITIAL_ALERT: AlertState = { open: false, message: '', variant: 'info', raised: [] };

/** Whether raising an alert would do anything; the application logs the long text only then. */
export const isAlertDue = ({ raised }: AlertState, alert: AlertKey): boolean => !raised.includes(alert);

/** The alert bar's rules as one pure function. An event that changes nothing gives back the same state. */
export const reduceAlert = (state: AlertState, event: AlertEvent): AlertState => {
  switch (event.type) {
    case 'raised': {
      if (!isAlertDue(state, event.alert)) return state;
      const { short, once } = ALERTS[event.alert];
      return { open: true, message: short, variant: 'error', raised: once ? [...state.raised, event.alert] : state.raised };
    }
    case 'resolved':
      return isAlertDue(state, event.alert) ? state : { ...state, raised: state.raised.filter((key) => key !== event.alert) };
    case 'closed':
      return state.open ? { ...state, open: false } : state;
  }
};

/** The long text of an alert for the console. `origin` is `null` outside of a page. */
export const alertDetail = (alert: AlertKey, origin: string | null): string => ALERTS[alert].long.replace('{origin}', origin ?? 'unknown');

/** What the wallet protocol's provider says, and the alert it stands for. */
const PROVIDER_ALERTS: readonly (readonly [text: string, alert: AlertKey])[] = [
  ['Unauthorized: origin not allowed', 'invalid-app-configuration'],
  ['JWT validation error: JWT Token is not yet valid', 'session-expired'],
  ['Unauthorized: invalid key', 'invalid-project-id'],
];

/** The alert that a message of the provider calls for, `null` for all others. The text may stand anywhere in the message. */
export const providerMessageAlert = (message: string): AlertKey | null =>
  PROVIDER_ALERTS.find(([text]) => message.includes(text))?.[1] ?? null;
