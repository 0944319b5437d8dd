import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callsStatusOf, isSentCalls, SENT_CALLS_TTL, sentCallsOf } from '../../../../../domain/wallet-protocol/provider/sent-calls.js';
import { itHolds } from '../../properties.js';

const NOW = 1_700_000_000_000;
const CAIP345 = { caip2: 'eip155:1', transactionHashes: ['0xa', '0xb'] };
const REQUEST = [{ version: '2.0.0', chainId: '0x1', atomicRequired: true, calls: [] }];
const RESPONSE = { id: '0xid', capabilities: { caip345: CAIP345 } };

const sent = sentCallsOf(REQUEST, RESPONSE, NOW);
if (sent === null) throw new Error('The example is valid');

describe('sent calls', () => {
  it('are stored for a day, with the data for their status', () => {
    expect(sent).toEqual({
      id: '0xid',
      version: '2.0.0',
      atomic: true,
      chainId: '0x1',
      capabilities: RESPONSE.capabilities,
      caip2: 'eip155:1',
      transactionHashes: ['0xa', '0xb'],
      expiry: NOW / 1_000 + SENT_CALLS_TTL,
    });
    expect(isSentCalls(sent, NOW)).toBe(true);
    expect(isSentCalls(JSON.parse(JSON.stringify(sent)), NOW + SENT_CALLS_TTL * 1_000 - 1)).toBe(true);
    expect(isSentCalls(sent, NOW + SENT_CALLS_TTL * 1_000)).toBe(false);
  });

  it.each([
    [undefined, RESPONSE],
    [['0x'], RESPONSE],
    [REQUEST, '0xid'],
    [REQUEST, { id: '0xid' }],
    [REQUEST, { ...RESPONSE, id: '' }],
    [REQUEST, { ...RESPONSE, id: 5 }],
    [REQUEST, { ...RESPONSE, capabilities: {} }],
    [REQUEST, { ...RESPONSE, capabilities: { caip345: { ...CAIP345, caip2: '1' } } }],
    [REQUEST, { ...RESPONSE, capabilities: { caip345: { ...CAIP345, transactionHashes: [] } } }],
    [REQUEST, { ...RESPONSE, capabilities: { caip345: { ...CAIP345, transactionHashes: [5] } } }],
  ])('are not stored for %j and %j', (params, response) => {
    expect(sentCallsOf(params, response, NOW)).toBeNull();
  });

  it.each([
    [null],
    ['x'],
    [{ ...sent, id: 5 }],
    [{ ...sent, caip2: '1' }],
    [{ ...sent, transactionHashes: null }],
    [{ ...sent, expiry: 'x' }],
  ])('are rejected as %j', (value) => {
    expect(isSentCalls(value, NOW)).toBe(false);
  });
});

describe('calls status', () => {
  const DONE = { status: '0x1' };
  const REVERTED = { status: '0x0' };

  it.each([
    [[DONE, DONE], 200],
    [[DONE, null], 100],
    [[null, null], 100],
    [[REVERTED, null], 100],
    [[REVERTED, REVERTED], 500],
    [[DONE, REVERTED], 600],
    [[], 100],
  ])('for the receipts %j is %i', (receipts, status) => {
    expect(callsStatusOf(sent, receipts)).toMatchObject({ id: '0xid', version: '2.0.0', atomic: true, chainId: '0x1', status });
  });

  it('contains the available receipts', () => {
    expect(callsStatusOf(sent, [DONE, null]).receipts).toEqual([DONE]);
  });

  itHolds(
    'is final only if every transaction has a receipt',
    fc.array(fc.constantFrom(DONE, REVERTED, null), { minLength: 1 }),
    (receipts) => {
      const { status } = callsStatusOf(sent, receipts);
      expect(status !== 100).toBe(receipts.every((receipt) => receipt !== null));
      if (status === 200) expect(receipts.every((receipt) => receipt === DONE)).toBe(true);
      if (status === 500) expect(receipts.every((receipt) => receipt === REVERTED)).toBe(true);
    },
  );
});
