import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Alert, type AlertEvent, alertDetail, INITIAL_ALERT, isAlertDue, reduceAlert } from '../../../../domain/modal/alert.js';
import * as alerts from '../../../../domain/modal/alerts.js';
import { itHolds } from '../properties.js';

/** Every alert there is. */
const ALERTS: readonly Alert[] = Object.values(alerts).filter((value) => typeof value === 'object');

/** The error catalogue's text of each. */
const SHORT_TEXTS: Readonly<Record<string, string>> = {
  'network-not-found': 'Network Not Found',
  'invalid-app-configuration': 'Invalid App Configuration',
  'analytics-forbidden': 'Invalid App Configuration',
  'embedded-wallet-failed': 'Invalid App Configuration',
  'session-expired': 'Session Expired',
  'invalid-project-id': 'Invalid Project ID',
  'project-id-not-configured': 'Project ID Not Configured',
};

const run = (...events: readonly AlertEvent[]) => events.reduce(reduceAlert, INITIAL_ALERT);
const raise = (alert: Alert): AlertEvent => ({ type: 'raised', alert });

describe('the alert bar', () => {
  it.each(ALERTS)('says in short what $key is about', (alert) => {
    expect(run(raise(alert))).toMatchObject({ open: true, message: SHORT_TEXTS[alert.key], variant: 'error' });
  });

  it('says nothing else', () => {
    expect(ALERTS.map(({ key }) => key).sort()).toEqual(Object.keys(SHORT_TEXTS).sort());
  });

  it('stays until it is closed', () => {
    const open = run(raise(alerts.SESSION_EXPIRED));
    expect(reduceAlert(open, raise(alerts.SESSION_EXPIRED))).toBe(open);
    expect(reduceAlert(open, { type: 'closed' }).open).toBe(false);
    expect(reduceAlert(INITIAL_ALERT, { type: 'closed' })).toBe(INITIAL_ALERT);
  });

  it.each(ALERTS)('raises $key once per client or each time, as its cause asks for', (alert) => {
    const again = run(raise(alert), { type: 'closed' }, raise(alert));
    expect(again.open).toBe(!alert.once);
    expect(alert.once).toBe(alert !== alerts.NETWORK_NOT_FOUND && alert !== alerts.EMBEDDED_WALLET_FAILED);
  });

  it('raises the analytics alert again after an event was accepted', () => {
    const refused = run(raise(alerts.ANALYTICS_FORBIDDEN), { type: 'closed' });
    expect(isAlertDue(refused, alerts.ANALYTICS_FORBIDDEN)).toBe(false);
    const accepted = reduceAlert(refused, { type: 'resolved', alert: alerts.ANALYTICS_FORBIDDEN });
    expect(isAlertDue(accepted, alerts.ANALYTICS_FORBIDDEN)).toBe(true);
    expect(reduceAlert(accepted, { type: 'resolved', alert: alerts.ANALYTICS_FORBIDDEN })).toBe(accepted);
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
    expect(alertDetail(alerts.INVALID_APP_CONFIGURATION, 'https://app.example')).toContain('https://app.example');
    expect(alertDetail(alerts.INVALID_APP_CONFIGURATION, null)).toContain('unknown');
  });
});

describe('a message of the provider', () => {
  it.each([
    ['Unauthorized: origin not allowed', alerts.INVALID_APP_CONFIGURATION],
    ['JWT validation error: JWT Token is not yet valid', alerts.SESSION_EXPIRED],
    ['Unauthorized: invalid key', alerts.INVALID_PROJECT_ID],
  ])('calls for an alert wherever it stands: %s', (text, alert) => {
    expect(alerts.providerMessageAlert(text)).toBe(alert);
    expect(alerts.providerMessageAlert(`Fatal socket error: ${text} (3000)`)).toBe(alert);
  });

  it.each(['', 'Unauthorized', 'unauthorized: invalid key', 'Socket stalled'])('of any other kind calls for none: %j', (text) => {
    expect(alerts.providerMessageAlert(text)).toBeNull();
  });
});
