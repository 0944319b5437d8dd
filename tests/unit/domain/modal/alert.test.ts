import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ALERTS,
  type AlertEvent,
  type AlertKey,
  alertDetail,
  INITIAL_ALERT,
  isAlertDue,
  providerMessageAlert,
  reduceAlert,
} from '../../../../domain/modal/alert.js';

const keys = Object.keys(ALERTS) as AlertKey[];
const run = (...events: readonly AlertEvent[]) => events.reduce(reduceAlert, INITIAL_ALERT);
const raise = (alert: AlertKey): AlertEvent => ({ type: 'raised', alert });

describe('the alert bar', () => {
  it.each([
    ['network-not-found', 'Network Not Found'],
    ['invalid-app-configuration', 'Invalid App Configuration'],
    ['analytics-forbidden', 'Invalid App Configuration'],
    ['embedded-wallet-failed', 'Invalid App Configuration'],
    ['session-expired', 'Session Expired'],
    ['invalid-project-id', 'Invalid Project ID'],
    ['project-id-not-configured', 'Project ID Not Configured'],
  ] as const)('says of %s: %s', (alert, message) => {
    expect(run(raise(alert))).toMatchObject({ open: true, message, variant: 'error' });
  });

  it('stays until it is closed', () => {
    const open = run(raise('session-expired'));
    expect(reduceAlert(open, raise('session-expired'))).toBe(open);
    expect(reduceAlert(open, { type: 'closed' }).open).toBe(false);
    expect(reduceAlert(INITIAL_ALERT, { type: 'closed' })).toBe(INITIAL_ALERT);
  });

  it.each(keys)('raises %s once per client or each time, as its cause asks for', (alert) => {
    const again = run(raise(alert), { type: 'closed' }, raise(alert));
    expect(again.open).toBe(!ALERTS[alert].once);
    expect(ALERTS[alert].once).toBe(alert !== 'network-not-found' && alert !== 'embedded-wallet-failed');
  });

  it('raises the analytics alert again after an event was accepted', () => {
    const refused = run(raise('analytics-forbidden'), { type: 'closed' });
    expect(isAlertDue(refused, 'analytics-forbidden')).toBe(false);
    const accepted = reduceAlert(refused, { type: 'resolved', alert: 'analytics-forbidden' });
    expect(isAlertDue(accepted, 'analytics-forbidden')).toBe(true);
    expect(reduceAlert(accepted, { type: 'resolved', alert: 'analytics-forbidden' })).toBe(accepted);
  });

  it('raises each once-alert at most once however the events come', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom(...keys).map(raise), fc.constant<AlertEvent>({ type: 'closed' }))), (events) => {
        const seen: AlertKey[] = [];
        let state = INITIAL_ALERT;
        for (const event of events) {
          if (event.type === 'raised' && isAlertDue(state, event.alert)) seen.push(event.alert);
          state = reduceAlert(state, event);
        }
        const once = seen.filter((alert) => ALERTS[alert].once);
        expect(new Set(once).size).toBe(once.length);
        expect(new Set(state.raised)).toEqual(new Set(once));
      }),
    );
  });

  it('tells the developer the way out, with the origin where it matters', () => {
    for (const alert of keys) expect(alertDetail(alert, 'https://app.example')).not.toContain('{');
    expect(alertDetail('invalid-app-configuration', 'https://app.example')).toContain('https://app.example');
    expect(alertDetail('invalid-app-configuration', null)).toContain('unknown');
  });
});

describe('a message of the provider', () => {
  it.each([
    ['Unauthorized: origin not allowed', 'invalid-app-configuration'],
    ['JWT validation error: JWT Token is not yet valid', 'session-expired'],
    ['Unauthorized: invalid key', 'invalid-project-id'],
  ])('calls for an alert wherever it stands: %s', (text, alert) => {
    expect(providerMessageAlert(text)).toBe(alert);
    expect(providerMessageAlert(`Fatal socket error: ${text} (3000)`)).toBe(alert);
  });

  it.each(['', 'Unauthorized', 'unauthorized: invalid key', 'Socket stalled'])('of any other kind calls for none: %j', (text) => {
    expect(providerMessageAlert(text)).toBeNull();
  });
});
