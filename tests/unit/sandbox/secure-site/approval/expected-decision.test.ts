import { describe, expect, it } from 'vitest';
import type { ApprovalRequest } from '../../../../../sandbox/secure-site/approval/approval-request.js';
import { expectedDecision } from '../../../../../sandbox/secure-site/approval/expected-decision.js';
import { softwarePasskey } from '../keys/software-passkey.js';

const APP = 'https://app.example';
const BOB = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const { passkey } = softwarePasskey(1);
const onChain = { chainId: 'eip155:1', address: BOB };
const FEES = { gas: 1n, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n };
const send: ApprovalRequest = {
  ...onChain,
  kind: 'evm-transaction',
  transaction: { to: BOB, value: 9n, data: '0x', nonce: 0, ...FEES },
};
const text: ApprovalRequest = { ...onChain, kind: 'evm-message', message: '0x4869' };
const limits = [{ origin: APP, assets: [{ asset: 'eip155:1/native', amount: '10' }], contracts: [] }];
const log = { wallet: 'wallet-1', spends: [], mac: '' };
const NOTHING = { confirmation: null, refusal: null };

describe('the decision that is expected of the worker', () => {
  it('is nothing for a wallet whose user has set nothing, or that this device has not opened', () => {
    expect(expectedDecision(send, APP, {})).toEqual(NOTHING);
    expect(expectedDecision(send, APP, { policy: { passkeys: [], limits: [], counter: 0 } })).toEqual(NOTHING);
  });

  it('is the passkey for what is beyond the limits, and where this device does not know what was spent', () => {
    const policy = { passkeys: [passkey], limits, counter: 1 };
    expect(expectedDecision(text, APP, { policy })).toEqual(NOTHING);
    expect(expectedDecision(send, APP, { policy, log })).toEqual(NOTHING);
    const asked = { confirmation: { passkeys: [passkey.id], reasons: [expect.stringContaining('spends more')] }, refusal: null };
    expect(expectedDecision(send, APP, { policy })).toEqual(asked);
    const nonce = 'n'.repeat(22);
    expect(expectedDecision(send, APP, { policy, nonce }).confirmation).toMatchObject({ nonce });
    expect(expectedDecision(send, 'https://other.example', { policy, log })).toEqual(asked);
    const spends = [{ origin: APP, asset: 'eip155:1/native', amount: '1', time: Date.now() }];
    expect(expectedDecision(send, APP, { policy, log: { ...log, spends } })).toEqual(asked);
  });

  it('is a refusal beyond the limits of a wallet without a passkey', () => {
    const policy = { passkeys: [], limits, counter: 1 };
    expect(expectedDecision(send, APP, { policy })).toEqual(NOTHING);
    const more = { ...send, transaction: { ...send.transaction, value: 10n } };
    expect(expectedDecision(more, APP, { policy })).toEqual({ confirmation: null, refusal: expect.stringContaining('limits') });
    expect(expectedDecision(more, 'https://other.example', { policy })).toEqual(NOTHING);
  });
});
