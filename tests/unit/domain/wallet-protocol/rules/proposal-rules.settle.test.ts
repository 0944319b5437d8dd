import { describe, expect, it } from 'vitest';
import { settleFault } from '../../../../../domain/wallet-protocol/rules/proposal-rules.js';
import { NAMESPACES, NOW, noAccount, noList, OVER, SOON, verdict } from './known.js';

const PARAMS = {
  relay: { protocol: 'irn' },
  controller: { publicKey: 'ab'.repeat(32), metadata: {} },
  namespaces: NAMESPACES,
  expiry: SOON,
};

describe('a settlement that an app receives', () => {
  it('is taken with a relay, a key, namespaces and an expiry ahead', () => {
    expect(settleFault(PARAMS, { nowMs: NOW })).toBeNull();
  });

  it.each([
    [undefined, 'Missing or invalid. onSessionSettleRequest() params: undefined'],
    [null, 'Missing or invalid. onSessionSettleRequest() params: null'],
    ['text', 'Missing or invalid. onSessionSettleRequest() relay protocol should be a string'],
    [{ ...PARAMS, relay: undefined }, 'Missing or invalid. onSessionSettleRequest() relay protocol should be a string'],
    // The specification wants a text; the official client takes a relay without one.
    [{ ...PARAMS, relay: {} }, 'Missing or invalid. onSessionSettleRequest() relay protocol should be a string'],
    [{ ...PARAMS, controller: null }, 'Missing or invalid. onSessionSettleRequest() controller public key should be a string'],
    [{ ...PARAMS, controller: { publicKey: 5 } }, 'Missing or invalid. onSessionSettleRequest() controller public key should be a string'],
    [{ ...PARAMS, namespaces: {} }, 'Missing or invalid. onSessionSettleRequest(), namespaces should be an object with data'],
    [{ ...PARAMS, namespaces: { eip155: { accounts: [null], methods: [], events: [] } } }, noAccount('onSessionSettleRequest()', 'null')],
    [{ ...PARAMS, namespaces: { eip155: { accounts: [], methods: [5], events: [] } } }, noList('onSessionSettleRequest()', 'methods')],
    [{ ...PARAMS, namespaces: { eip155: { accounts: [], methods: [], events: {} } } }, noList('onSessionSettleRequest()', 'events')],
    [{ ...PARAMS, expiry: OVER }, 'Expired. onSessionSettleRequest()'],
    // The official client takes an expiry that is no number for one that never comes.
    [{ ...PARAMS, expiry: undefined }, 'Expired. onSessionSettleRequest()'],
    [{ ...PARAMS, expiry: String(SOON) }, 'Expired. onSessionSettleRequest()'],
  ])('is refused: %o', (params, message) => {
    expect(verdict(settleFault(params, { nowMs: NOW }))).toBe(message);
  });

  it('is checked from the relay over the controller and namespaces to the expiry', () => {
    const broken = { relay: {}, controller: {}, namespaces: {}, expiry: 0 };
    const message = (right: object) => settleFault({ ...broken, ...right }, { nowMs: NOW })?.message;
    const { relay, controller, namespaces } = PARAMS;
    expect(message({})).toMatch(/relay/);
    expect(message({ relay })).toMatch(/controller/);
    expect(message({ relay, controller })).toMatch(/namespaces/);
    expect(message({ relay, controller, namespaces })).toMatch(/^Expired/);
  });
});
