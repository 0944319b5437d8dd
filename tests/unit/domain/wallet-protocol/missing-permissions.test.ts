import { describe, expect, it } from 'vitest';
import { toAccountId } from '../../../../domain/caip/caip-10.js';
import { missingPermissionsOf, type PermissionComparison } from '../../../../domain/wallet-protocol/missing-permissions.js';
import { requestedNamespaces } from '../../../../domain/wallet-protocol/requested-namespaces.js';
import type { SessionNamespace, SessionNamespaces } from '../../../../domain/wallet-protocol/session.js';
import { base, mainnet, polygon, solana } from '../network/networks-for-tests.js';

const A = '0xab16a96D359eC26a11e2C2b3d8f8B8942d5Bfcdb';
const S = '8ZU8yR1zKPYKPYkSPLFCG9EyFkMEp5JBrVUNcU9nXsUA';
const FORMER_SOLANA = 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ';
const NETWORKS = [mainnet, polygon, solana];
const EVM_METHODS = ['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction'];

const entry = (accounts: readonly string[], methods: readonly string[] = EVM_METHODS): SessionNamespace => ({
  accounts: accounts.map(toAccountId),
  methods,
  events: [],
});
const requestedFor = (networks = NETWORKS, overrides = {}) => requestedNamespaces(networks, ['eip155', 'solana'], overrides);
const compare = (granted: SessionNamespaces, given: Partial<PermissionComparison> = {}) =>
  missingPermissionsOf({ namespace: 'eip155', requested: requestedFor(), granted, networks: NETWORKS, ...given });

const SOLANA = entry([`${solana.caipNetworkId}:${S}`], ['solana_signMessage', 'solana_signTransaction']);
const EVERYTHING: SessionNamespaces = { eip155: entry([`eip155:1:${A}`, `eip155:137:${A}`]), solana: SOLANA };

describe('missingPermissionsOf', () => {
  it('is empty if everything is granted', () => {
    expect(compare(EVERYTHING)).toEqual({ chainIds: [], actions: [], methods: [] });
    expect(compare(EVERYTHING, { namespace: 'solana' })).toEqual({ chainIds: [], actions: [], methods: [] });
  });

  it('lists missing networks of the namespace', () => {
    expect(compare({ ...EVERYTHING, eip155: entry([`eip155:137:${A}`]) }).chainIds).toEqual(['eip155:1']);
  });

  it('accepts a listed network without an account, and a network with its own entry', () => {
    const named = { ...entry([`eip155:1:${A}`]), chains: [mainnet.caipNetworkId, polygon.caipNetworkId] };
    expect(compare({ ...EVERYTHING, eip155: named }).chainIds).toEqual([]);
    const byChain = { 'eip155:1': entry([`eip155:1:${A}`]), 'eip155:137': entry([`eip155:137:${A}`]), solana: SOLANA };
    expect(compare(byChain)).toEqual({ chainIds: [], actions: [], methods: [] });
  });

  it('lists networks of a namespace without an account, and ignores other namespaces', () => {
    expect(compare({ eip155: entry([`eip155:1:${A}`]) }).chainIds).toEqual(['eip155:137', solana.caipNetworkId]);
    expect(compare({ ...EVERYTHING, eip155: entry([`eip155:1:${A}`]) }, { namespace: 'solana' }).chainIds).toEqual([]);
  });

  it('lists a network with two ids once, and accepts either id', () => {
    expect(requestedFor().solana?.chains).toContain(FORMER_SOLANA);
    expect(compare({ eip155: EVERYTHING.eip155 ?? SOLANA }).chainIds).toEqual([solana.caipNetworkId]);
    const former = entry([`${FORMER_SOLANA}:${S}`], ['solana_signMessage', 'solana_signTransaction']);
    expect(compare({ ...EVERYTHING, solana: former }, { namespace: 'solana' }).chainIds).toEqual([]);
  });

  it('lists networks that only the app’s overrides request', () => {
    const overrides = { chains: { eip155: ['eip155:1', 'eip155:10'] } };
    expect(compare(EVERYTHING, { requested: requestedFor(NETWORKS, overrides) }).chainIds).toEqual(['eip155:10']);
  });

  it('includes networks added later', () => {
    const networks = [...NETWORKS, base];
    expect(compare(EVERYTHING, { networks, requested: requestedFor(networks) }).chainIds).toEqual([base.caipNetworkId]);
  });

  it('lists missing actions and their methods', () => {
    const limited = { ...EVERYTHING, eip155: entry([`eip155:1:${A}`, `eip155:137:${A}`], ['eth_sendTransaction', 'eth_sign']) };
    expect(compare(limited)).toEqual({
      chainIds: [],
      actions: ['sign-message', 'sign-typed-data'],
      methods: ['personal_sign', 'eth_signTypedData_v4'],
    });
  });

  it('accepts one of several methods for an action', () => {
    const one = entry([`${solana.caipNetworkId}:${S}`], ['solana_signTransaction', 'solana_signMessage']);
    expect(compare({ ...EVERYTHING, solana: one }, { namespace: 'solana' }).actions).toEqual([]);
    const none = entry([`${solana.caipNetworkId}:${S}`], []);
    expect(compare({ ...EVERYTHING, solana: none }, { namespace: 'solana' })).toMatchObject({
      actions: ['sign-message', 'send-transaction'],
      methods: ['solana_signMessage', 'solana_signAndSendTransaction', 'solana_signTransaction'],
    });
  });

  it('ignores methods that the app does not request', () => {
    const overrides = { methods: { eip155: ['eth_sendTransaction', 'eth_sign'] } };
    const granted = { ...EVERYTHING, eip155: entry([`eip155:1:${A}`, `eip155:137:${A}`], []) };
    expect(compare(granted, { requested: requestedFor(NETWORKS, overrides) })).toMatchObject({
      actions: ['send-transaction'],
      methods: ['eth_sendTransaction'],
    });
  });
});
