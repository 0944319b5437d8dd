import { describe, expect, it } from 'vitest';
import { settleFault } from '../../../../../domain/wallet-protocol/rules/proposal-rules.js';
import { describeFault, invalidAccountMessage, invalidListMessage, NAMESPACES, NOW, NOW_S, SOON } from './contexts.js';

const PARAMS = {
  relay: { protocol: 'irn' },
  controller: { publicKey: 'ab'.repeat(32), metadata: {} },
  namespaces: NAMESPACES,
  expiry: SOON,
};

describe('received settlement', () => {
  it('is accepted with a relay, a key, namespaces and a future expiry', () => {
    expect(settleFault(PARAMS, { nowMs: NOW })).toBeNull();
  });

  it.each([
    [undefined, 'Missing or invalid. onSessionSettleRequest() params: undefined'],
    [null, 'Missing or invalid. onSessionSettleRequest() params: null'],
    ['text', 'Missing or invalid. onSessionSettleRequest() relay protocol should be a string'],
    [{ ...PARAMS, relay: undefined }, 'Missing or invalid. onSessionSettleRequest() relay protocol should be a string'],
    // The specification requires a string; the official client accepts a relay without a protocol.
    [{ ...PARAMS, relay: {} }, 'Missing or invalid. onSessionSettleRequest() relay protocol should be a string'],
    [{ ...PARAMS, controller: null }, 'Missing or invalid. onSessionSettleRequest() controller public key should be a string'],
    [{ ...PARAMS, controller: { publicKey: 5 } }, 'Missing or invalid. onSessionSettleRequest() controller public key should be a string'],
    [{ ...PARAMS, namespaces: {} }, 'Missing or invalid. onSessionSettleRequest(), namespaces should be an object with data'],
    [
      { ...PARAMS, namespaces: { eip155: { accounts: [null], methods: [], events: [] } } },
      invalidAccountMessage('onSessionSettleRequest()', 'null'),
    ],
    [
      { ...PARAMS, namespaces: { eip155: { accounts: [], methods: [5], events: [] } } },
      invalidListMessage('onSessionSettleRequest()', 'methods'),
    ],
    [
      { ...PARAMS, namespaces: { eip155: { accounts: [], methods: [], events: {} } } },
      invalidListMessage('onSessionSettleRequest()', 'events'),
    ],
    [{ ...PARAMS, expiry: NOW_S }, 'Expired. onSessionSettleRequest()'],
    // The official client treats an expiry that is not a number as infinite.
    [{ ...PARAMS, expiry: undefined }, 'Expired. onSessionSettleRequest()'],
    [{ ...PARAMS, expiry: String(SOON) }, 'Expired. onSessionSettleRequest()'],
  ])('is rejected: %o', (params, message) => {
    expect(describeFault(settleFault(params, { nowMs: NOW }))).toBe(message);
  });

  it('is checked in this order: relay, controller, namespaces, expiry', () => {
    const broken = { relay: {}, controller: {}, namespaces: {}, expiry: 0 };
    const message = (valid: object) => settleFault({ ...broken, ...valid }, { nowMs: NOW })?.message;
    const { relay, controller, namespaces } = PARAMS;
    expect(message({})).toMatch(/relay/);
    expect(message({ relay })).toMatch(/controller/);
    expect(message({ relay, controller })).toMatch(/namespaces/);
    expect(message({ relay, controller, namespaces })).toMatch(/^Expired/);
  });
});
