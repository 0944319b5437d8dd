import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Alert, type AlertEvent, alertDetail, INITIAL_ALERT, reduceAlert, shouldRaiseAlert } from '../../../../domain/modal/alert.js';
import * as alerts from '../../../../domain/modal/alerts.js';
import { itHolds } from '../properties.js';

const ALERTS: readonly Alert[] = Object.values(alerts).filter((value) => typeof value === 'object');

/** Titles in the error catalogue. */
const TITLES: Readonly<Record<string, string>> = {
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

describe('alert bar', () => {
  it.each(ALERTS)('shows the title of $key', (alert) => {
    expect(run(raise(alert))).toMatchObject({ open: true, message: TITLES[alert.key], variant: 'error' });
  });

  it('has no other alerts', () => {
    expect(ALERTS.map(({ key }) => key).sort()).toEqual(Object.keys(TITLES).sort());
  });

  it('stays open until closed', () => {
    const open = run(raise(alerts.SESSION_EXPIRED));
    expect(reduceAlert(open, raise(alerts.SESSION_EXPIRED))).toBe(open);
    expect(reduceAlert(open, { type: 'closed' }).open).toBe(false);
    expect(reduceAlert(INITIAL_ALERT, { type: 'closed' })).toBe(INITIAL_ALERT);
  });

  it.each(ALERTS)('raises $key once per client or each time', (alert) => {
    const again = run(raise(alert), { type: 'closed' }, raise(alert));
    expect(again.open).toBe(!alert.isOneTime);
    expect(alert.isOneTime).toBe(alert !== alerts.NETWORK_NOT_FOUND && alert !== alerts.EMBEDDED_WALLET_FAILED);
  });

  it('raises the analytics alert again after an event was accepted', () => {
    const rejected = run(raise(alerts.ANALYTICS_FORBIDDEN), { type: 'closed' });
    expect(shouldRaiseAlert(rejected, alerts.ANALYTICS_FORBIDDEN)).toBe(false);
    const accepted = reduceAlert(rejected, { type: 'resolved', alert: alerts.ANALYTICS_FORBIDDEN });
    expect(shouldRaiseAlert(accepted, alerts.ANALYTICS_FORBIDDEN)).toBe(true);
    expect(reduceAlert(accepted, { type: 'resolved', alert: alerts.ANALYTICS_FORBIDDEN })).toBe(accepted);
  });

  itHolds(
    'raises each one-time alert at most once, in any order of events',
    fc.array(fc.oneof(fc.constantFrom(...ALERTS).map(raise), fc.constant<AlertEvent>({ type: 'closed' }))),
    (events) => {
      const seen: Alert[] = [];
      let state = INITIAL_ALERT;
      for (const event of events) {
        if (event.type === 'raised' && shouldRaiseAlert(state, event.alert)) seen.push(event.alert);
        state = reduceAlert(state, event);
      }
      const once = seen.filter((alert) => alert.isOneTime).map(({ key }) => key);
      expect(new Set(once).size).toBe(once.length);
      expect(new Set(state.raisedKeys)).toEqual(new Set(once));
    },
  );

  it('explains the solution in the console, with the origin if relevant', () => {
    for (const alert of ALERTS) expect(alertDetail(alert, 'https://app.example')).not.toContain('{');
    expect(alertDetail(alerts.INVALID_APP_CONFIGURATION, 'https://app.example')).toContain('https://app.example');
    expect(alertDetail(alerts.INVALID_APP_CONFIGURATION, null)).toContain('unknown');
  });
});

describe('providerMessageAlert', () => {
  it.each([
    ['Unauthorized: origin not allowed', alerts.INVALID_APP_CONFIGURATION],
    ['JWT validation error: JWT Token is not yet valid', alerts.SESSION_EXPIRED],
    ['Unauthorized: invalid key', alerts.INVALID_PROJECT_ID],
  ])('finds the text anywhere in a message: %s', (text, alert) => {
    expect(alerts.providerMessageAlert(text)).toBe(alert);
    expect(alerts.providerMessageAlert(`Fatal socket error: ${text} (3000)`)).toBe(alert);
  });

  it.each(['', 'Unauthorized', 'unauthorized: invalid key', 'Socket stalled'])('returns null for %j', (text) => {
    expect(alerts.providerMessageAlert(text)).toBeNull();
  });
});
