import { describe, expect, it } from 'vitest';
import { toChainId } from '../../../../domain/caip/caip-2.js';
import { toAccountId } from '../../../../domain/caip/caip-10.js';
import { formatAssetId } from '../../../../domain/caip/caip-19.js';
import { polkadot } from '../../../../domain/network/networks/polkadot.js';
import { parseOptions } from '../../../../domain/options/parse-options.js';
import { sentActivity } from '../../../../domain/send/sent-activity.js';
import type { SentTransaction, TransactionOutcome } from '../../../../domain/send/sent-transaction.js';

const [network] = parseOptions({ networks: [polkadot] }).networks;
if (network === undefined) throw new Error('Polkadot is no network');
const chainId = network.caipNetworkId;
const FROM = '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5';
const TO = '1zugcag7cJVBtVRnFxv5Qftn7xKAnR6YJ9x4x3XLgGgmNnS';

const sent = (change: Partial<SentTransaction> = {}): SentTransaction => ({
  namespace: 'polkadot',
  chainId,
  kind: 'transaction',
  purpose: 'send',
  swap: null,
  token: null,
  replaces: null,
  hash: '0xaa',
  from: toAccountId(`${chainId}:${FROM}`),
  to: TO,
  value: 12_345_678_901n,
  asset: null,
  isSmartAccount: false,
  trace: null,
  isReplaceable: null,
  sentAt: 7,
  outcome: null,
  follower: null,
  ...change,
});
const activityOf = (...transactions: readonly SentTransaction[]) => sentActivity(transactions, { address: FROM, network });

describe('a history of sent transactions', () => {
  it('has operation, amount, both sides, hash and time', () => {
    expect(activityOf(sent())).toEqual([
      {
        ...{ id: '0xaa', chainId, operation: 'send', status: 'pending', hash: '0xaa', minedAtMs: 7, sentFrom: FROM, sentTo: TO },
        transfers: [
          { kind: 'fungible', direction: 'out', quantity: '1.2345678901', valueUsd: null, name: 'Polkadot', symbol: 'DOT', iconUrl: null },
        ],
      },
    ]);
    expect(activityOf(sent({ to: FROM }))[0]?.transfers[0]?.direction).toBe('self');
  });

  it.each([
    ['confirmed', { status: 'confirmed', blockNumber: 1n, at: 9 }],
    ['failed', { status: 'reverted', at: 9 }],
    ['failed', { status: 'partly-reverted', at: 9 }],
    ['failed', { status: 'dropped', at: 9 }],
  ] as const)('is %s after %o', (status, outcome: TransactionOutcome) => {
    expect(activityOf(sent({ outcome }))[0]?.status).toBe(status);
  });

  it('names an amount only where it is known, and no recipient of a call that the app built', () => {
    expect(activityOf(sent({ value: null }))).toMatchObject([{ operation: 'send', sentTo: TO, transfers: [] }]);
    expect(activityOf(sent({ asset: formatAssetId({ chainId, assetNamespace: 'asset', assetReference: '1984' }) }))).toMatchObject([
      { operation: 'send', transfers: [] },
    ]);
    expect(activityOf(sent({ to: '', value: null }))).toMatchObject([{ operation: 'execute', sentTo: null, transfers: [] }]);
  });

  it.each([
    ['approval', 'approve'],
    ['swap', 'trade'],
    ['cancel', 'cancel'],
    ['call', 'execute'],
  ] as const)('names the operation of each purpose: %s is %s', (purpose, operation) => {
    expect(activityOf(sent({ purpose }))).toMatchObject([{ operation }]);
  });

  it('leaves out what another transaction replaced', () => {
    expect(activityOf(sent({ outcome: { status: 'replaced', by: '0xbb', at: 9 } }))).toEqual([]);
  });

  it('leaves out other accounts, other networks, and what was not sent after all', () => {
    const other = toChainId('polkadot:e143f23803ac50e8f6f8e62695d1ce9e');
    const list = [
      sent({ from: toAccountId(`${chainId}:${TO}`) }),
      sent({ chainId: other, from: toAccountId(`${other}:${FROM}`) }),
      sent({ outcome: { status: 'refused', at: 9 } }),
    ];
    expect(activityOf(...list)).toEqual([]);
  });
});
