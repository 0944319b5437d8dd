import type { Alert } from './alert.js';

// Each stands for itself, so that a page carries the texts of those only that its features raise.

/** A network is asked for that is not configured. */
export const NETWORK_NOT_FOUND: Alert = {
  key: 'network-not-found',
  short: 'Network Not Found',
  long: 'The network is missing from the "networks" option: add it there before you switch to it.',
  once: false,
};

/** The page is not among those that may use the project id. */
export const INVALID_APP_CONFIGURATION: Alert = {
  key: 'invalid-app-configuration',
  short: 'Invalid App Configuration',
  long: 'The origin {origin} is not on the allowlist of your project id: add it where you manage the project.',
  once: true,
};

/** Analytics takes no event from the page. @internal until analytics come */
export const ANALYTICS_FORBIDDEN: Alert = {
  key: 'analytics-forbidden',
  short: 'Invalid App Configuration',
  long: 'Analytics refused the origin {origin}: add it to the allowlist of your project id.',
  once: true,
};

/** The secure frame did not come. @internal until the embedded wallet comes */
export const EMBEDDED_WALLET_FAILED: Alert = {
  key: 'embedded-wallet-failed',
  short: 'Invalid App Configuration',
  long: 'The embedded wallet did not load in time: check that the origin {origin} is on the allowlist of your project id.',
  once: false,
};

/** The relay finds the session out of its time. */
export const SESSION_EXPIRED: Alert = {
  key: 'session-expired',
  short: 'Session Expired',
  long: 'The session is not valid: check the time settings of the device and connect again.',
  once: true,
};

/** No service knows the project id. */
export const INVALID_PROJECT_ID: Alert = {
  key: 'invalid-project-id',
  short: 'Invalid Project ID',
  long: 'The project id is not known to the service: check the "projectId" option.',
  once: true,
};

/** A service is asked for that needs a project id. */
export const PROJECT_ID_NOT_CONFIGURED: Alert = {
  key: 'project-id-not-configured',
  short: 'Project ID Not Configured',
  long: 'A service at its default address needs a project id: set "projectId", or an own address in "endpoints".',
  once: true,
};

/** What the wallet protocol's provider says, and the alert it stands for. */
const PROVIDER_ALERTS: readonly (readonly [text: string, alert: Alert])[] = [
  ['Unauthorized: origin not allowed', INVALID_APP_CONFIGURATION],
  ['JWT validation error: JWT Token is not yet valid', SESSION_EXPIRED],
  ['Unauthorized: invalid key', INVALID_PROJECT_ID],
];

/**
 * The alert that a message of the provider calls for, `null` for all others. The text may stand anywhere in the message.
 * @internal until the relay raises it
 */
export const providerMessageAlert = (message: string): Alert | null =>
  PROVIDER_ALERTS.find(([text]) => message.includes(text))?.[1] ?? null;
