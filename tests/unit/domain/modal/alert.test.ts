import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Alert, type AlertEvent, alertDetail, INITIAL_ALERT, isAlertDue, reduceAlert } from '../../../../domain/modal/alert.js';
import {
  ANALYTICS_FORBIDDEN,
  EMBEDDED_WALLET_FAILED,
  INVALID_APP_CONFIGURATION,
  INVALID_PROJECT_ID,
  NETWORK_NOT_FOUND,
  PROJECT_ID_NOT_CONFIGURED,
  providerMessageAlert,
  SESSION_EXPIRED,
} from '../../../../domain/modal/alerts.js';
import { itHolds } from '../properties.js';
import { ALERTS } from './all-alerts.js';

const run = (...events: readonly AlertEvent[]) => events.reduce(reduceAlert, INITIAL_ALERT);
const raise = (alert: Alert): AlertEvent => ({ type: 'raised', alert });

describe('the alert bar', () => {
  it.each([
    [NETWORK_NOT_FOUND, 'Network Not Found'],
    [INVALID_APP_CONFIGURATION, 'Invalid App Configuration'],
    [ANALYTICS_FORBIDDEN, 'Invalid App Configuration'],
    [EMBEDDED_WALLET_FAILED, 'Invalid App Configuration'],
    [SESSION_EXPIRED, 'Session Expired'],
    [INVALID_PROJECT_ID, 'Invalid Project ID'],
    [PROJECT_ID_NOT_CONFIGURED, 'Project ID Not Configured'],
  ] as const)('says of $0.key: $1', (alert, message) => {
    expect(run(raise(alert))).toMatchObject({ open: true, message, variant: 'error' });
  });

  it('stays until it is closed', () => {
    const open = run(raise(SESSION_EXPIRED));
    expect(reduceAlert(open, raise(SESSION_EXPIRED))).toBe(open);
    expect(reduceAlert(open, { type: 'closed' }).open).toBe(false);
    expect(reduceAlert(INITIAL_ALERT, { type: 'closed' })).toBe(INITIAL_ALERT);
  });

  it.each(ALERTS)('raises $key once per client or each time, as its cause asks for', (alert) => {
    const again = run(raise(alert), { type: 'closed' }, raise(alert));
    expect(again.open).toBe(!alert.once);
    expect(alert.once).toBe(alert !== NETWORK_NOT_FOUND && alert !== EMBEDDED_WALLET_FAILED);
  });

  it('raises the analytics alert again after an event was accepted', () => {
    const refused = run(raise(ANALYTICS_FORBIDDEN), { type: 'closed' });
    expect(isAlertDue(refused, ANALYTICS_FORBIDDEN)).toBe(false);
    const accepted = reduceAlert(refused, { type: 'resolved', alert: ANALYTICS_FORBIDDEN });
    expect(isAlertDue(accepted, ANALYTICS_FORBIDDEN)).toBe(true);
    expect(reduceAlert(accepted, { type: 'resolved', alert: ANALYTICS_FORBIDDEN })).toBe(accepted);
  });

  itHolds(
    'raises each once-alert at most once however the events come',
    fc.array(fc.oneof(fc.constantFrom(...ALERTS).map(raise), fc.constant<AlertEvent>({ type: 'closed' }))),
    (events) => {
      const seen: Alert[] = [];
      let state = INITIAL_ALERT;
      for (const event of events) {
        if (event.type === 'raised' && isAlertDue(state, event.alert)) seen.push(event.alert);
        state = reduceAlert(state, event);
      }
      const once = seen.filter((alert) => alert.once).map(({ key }) => key);
      expect(new Set(once).size).toBe(once.length);
      expect(new Set(state.raised)).toEqual(new Set(once));
    },
  );

  it('tells the developer the way out, with the origin where it matters', () => {
    for (const alert of ALERTS) expect(alertDetail(alert, 'https://app.example')).not.toContain('{');
    expect(alertDetail(INVALID_APP_CONFIGURATION, 'https://app.example')).toContain('https://app.example');
    expect(alertDetail(INVALID_APP_CONFIGURATION, null)).toContain('unknown');
  });
});

describe('a message of the provider', () => {
  it.each([
    ['Unauthorized: origin not allowed', INVALID_APP_CONFIGURATION],
    ['JWT validation error: JWT Token is not yet valid', SESSION_EXPIRED],
    ['Unauthorized: invalid key', INVALID_PROJECT_ID],
  ])('calls for an alert wherever it stands: %s', (text, alert) => {
    expect(providerMessageAlert(text)).toBe(alert);
    expect(providerMessageAlert(`Fatal socket error: ${text} (3000)`)).toBe(alert);
  });

  it.each(['', 'Unauthorized', 'unauthorized: invalid key', 'Socket stalled'])('of any other kind calls for none: %j', (text) => {
    expect(providerMessageAlert(text)).toBeNull();
  });
});
