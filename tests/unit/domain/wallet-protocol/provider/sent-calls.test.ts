import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { callsStatusOf, isSentCalls, SENT_CALLS_TTL, sentCallsOf } from '../../../../../domain/wallet-protocol/provider/sent-calls.js';
import { itHolds } from '../../properties.js';

const NOW = 1_700_000_000_000;
const CAIP345 = { caip2: 'eip155:1', transactionHashes: ['0xa', '0xb'] };
const ASKED = [{ version: '2.0.0', chainId: '0x1', atomicRequired: true, calls: [] }];
const ANSWER = { id: '0xid', capabilities: { caip345: CAIP345 } };

const sent = sentCallsOf(ASKED, ANSWER, NOW);
if (sent === null) throw new Error('The example is whole');

describe('calls that a wallet was sent', () => {
  it('are remembered for a day, with what their status needs', () => {
    expect(sent).toEqual({
      id: '0xid',
      version: '2.0.0',
      atomic: true,
      chainId: '0x1',
      capabilities: ANSWER.capabilities,
      caip2: 'eip155:1',
      transactionHashes: ['0xa', '0xb'],
      expiry: NOW / 1_000 + SENT_CALLS_TTL,
    });
    expect(isSentCalls(sent, NOW)).toBe(true);
    expect(isSentCalls(JSON.parse(JSON.stringify(sent)), NOW + SENT_CALLS_TTL * 1_000 - 1)).toBe(true);
    expect(isSentCalls(sent, NOW + SENT_CALLS_TTL * 1_000)).toBe(false);
  });

  it.each([
    [undefined, ANSWER],
    [['0x'], ANSWER],
    [ASKED, '0xid'],
    [ASKED, { id: '0xid' }],
    [ASKED, { ...ANSWER, id: '' }],
    [ASKED, { ...ANSWER, id: 5 }],
    [ASKED, { ...ANSWER, capabilities: {} }],
    [ASKED, { ...ANSWER, capabilities: { caip345: { ...CAIP345, caip2: '1' } } }],
    [ASKED, { ...ANSWER, capabilities: { caip345: { ...CAIP345, transactionHashes: [] } } }],
    [ASKED, { ...ANSWER, capabilities: { caip345: { ...CAIP345, transactionHashes: [5] } } }],
  ])('are not remembered of %j and %j', (params, answer) => {
    expect(sentCallsOf(params, answer, NOW)).toBeNull();
  });

  it.each([
    [null],
    ['x'],
    [{ ...sent, id: 5 }],
    [{ ...sent, caip2: '1' }],
    [{ ...sent, transactionHashes: null }],
    [{ ...sent, expiry: 'x' }],
  ])('are not what is stored as %j', (value) => {
    expect(isSentCalls(value, NOW)).toBe(false);
  });
});

describe('the status of calls', () => {
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
  ])('of the receipts %j is %i', (receipts, status) => {
    expect(callsStatusOf(sent, receipts)).toMatchObject({ id: '0xid', version: '2.0.0', atomic: true, chainId: '0x1', status });
  });

  it('has the receipts that there are', () => {
    expect(callsStatusOf(sent, [DONE, null]).receipts).toEqual([DONE]);
  });

  itHolds(
    'is final if and only if every transaction has a receipt',
    fc.array(fc.constantFrom(DONE, REVERTED, null), { minLength: 1 }),
    (receipts) => {
      const { status } = callsStatusOf(sent, receipts);
      expect(status !== 100).toBe(receipts.every((receipt) => receipt !== null));
      if (status === 200) expect(receipts.every((receipt) => receipt === DONE)).toBe(true);
      if (status === 500) expect(receipts.every((receipt) => receipt === REVERTED)).toBe(true);
    },
  );
});
