import type { Alert } from './alert.js';

// Separate exports, so that bundles contain only the alerts that they use.

/** The requested network is not configured. */
export const NETWORK_NOT_FOUND: Alert = {
  key: 'network-not-found',
  title: 'Network Not Found',
  detail: 'The network is missing from the "networks" option: add it there before you switch to it.',
  isOneTime: false,
};

/** The project id does not allow the page's origin. */
export const INVALID_APP_CONFIGURATION: Alert = {
  key: 'invalid-app-configuration',
  title: 'Invalid App Configuration',
  detail: 'The origin {origin} is not on the allowlist of your project id: add it where you manage the project.',
  isOneTime: true,
};

/** Analytics rejected the page's origin. */
export const ANALYTICS_FORBIDDEN: Alert = {
  key: 'analytics-forbidden',
  title: 'Invalid App Configuration',
  detail: 'Analytics rejected the origin {origin}: add it to the allowlist of your project id.',
  isOneTime: true,
};

/** The secure frame did not load. */
export const EMBEDDED_WALLET_FAILED: Alert = {
  key: 'embedded-wallet-failed',
  title: 'Invalid App Configuration',
  detail: 'The embedded wallet did not load in time: check that the origin {origin} is on the allowlist of your project id.',
  isOneTime: false,
};

/** The relay rejected the session's timestamp. */
export const SESSION_EXPIRED: Alert = {
  key: 'session-expired',
  title: 'Session Expired',
  detail: 'The session is invalid: check the time settings of the device and reconnect.',
  isOneTime: true,
};

/** The project id is unknown. */
export const INVALID_PROJECT_ID: Alert = {
  key: 'invalid-project-id',
  title: 'Invalid Project ID',
  detail: 'The project id is unknown to the service: check the "projectId" option.',
  isOneTime: true,
};

/** A service needs a project id. */
export const PROJECT_ID_NOT_CONFIGURED: Alert = {
  key: 'project-id-not-configured',
  title: 'Project ID Not Configured',
  detail: 'A service at its default URL needs a project id: set "projectId", or your own URL in "endpoints".',
  isOneTime: true,
};

/** Messages of the WalletConnect provider and their alerts. */
const PROVIDER_ALERTS: readonly (readonly [text: string, alert: Alert])[] = [
  ['Unauthorized: origin not allowed', INVALID_APP_CONFIGURATION],
  ['JWT validation error: JWT Token is not yet valid', SESSION_EXPIRED],
  ['Unauthorized: invalid key', INVALID_PROJECT_ID],
];

/** Returns the alert for a provider message that contains a known text, or `null`. */
export const providerMessageAlert = (message: string): Alert | null =>
  PROVIDER_ALERTS.find(([text]) => message.includes(text))?.[1] ?? null;
