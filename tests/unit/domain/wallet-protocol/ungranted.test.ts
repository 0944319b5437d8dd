import { describe, expect, it } from 'vitest';
import { toAccountId } from '../../../../domain/caip/caip-10.js';
import { requestedNamespaces } from '../../../../domain/wallet-protocol/requested-namespaces.js';
import type { SessionNamespace, SessionNamespaces } from '../../../../domain/wallet-protocol/session.js';
import { type Grant, ungrantedOf } from '../../../../domain/wallet-protocol/ungranted.js';
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
const asked = (networks = NETWORKS, overrides = {}) => requestedNamespaces(networks, ['eip155', 'solana'], overrides);
const compare = (granted: SessionNamespaces, given: Partial<Grant> = {}) =>
  ungrantedOf({ namespace: 'eip155', asked: asked(), granted, networks: NETWORKS, ...given });

const SOLANA = entry([`${solana.caipNetworkId}:${S}`], ['solana_signMessage', 'solana_signTransaction']);
const EVERYTHING: SessionNamespaces = { eip155: entry([`eip155:1:${A}`, `eip155:137:${A}`]), solana: SOLANA };

describe('what a wallet was asked for and does not offer', () => {
  it('is nothing where it offers everything', () => {
    expect(compare(EVERYTHING)).toEqual({ chainIds: [], abilities: [], methods: [] });
    expect(compare(EVERYTHING, { namespace: 'solana' })).toEqual({ chainIds: [], abilities: [], methods: [] });
  });

  it('names the networks of the namespace that it left out', () => {
    expect(compare({ ...EVERYTHING, eip155: entry([`eip155:137:${A}`]) }).chainIds).toEqual(['eip155:1']);
  });

  it('counts a network that is named without an account, and one by an entry of its own', () => {
    const named = { ...entry([`eip155:1:${A}`]), chains: [mainnet.caipNetworkId, polygon.caipNetworkId] };
    expect(compare({ ...EVERYTHING, eip155: named }).chainIds).toEqual([]);
    const apart = { 'eip155:1': entry([`eip155:1:${A}`]), 'eip155:137': entry([`eip155:137:${A}`]), solana: SOLANA };
    expect(compare(apart)).toEqual({ chainIds: [], abilities: [], methods: [] });
  });

  it('names the networks of a namespace that it shares no account of, and leaves the others to their own', () => {
    expect(compare({ eip155: entry([`eip155:1:${A}`]) }).chainIds).toEqual(['eip155:137', solana.caipNetworkId]);
    expect(compare({ ...EVERYTHING, eip155: entry([`eip155:1:${A}`]) }, { namespace: 'solana' }).chainIds).toEqual([]);
  });

  it('names a network once that has two ids, and takes either for it', () => {
    expect(asked().solana?.chains).toContain(FORMER_SOLANA);
    expect(compare({ eip155: EVERYTHING.eip155 ?? SOLANA }).chainIds).toEqual([solana.caipNetworkId]);
    const former = entry([`${FORMER_SOLANA}:${S}`], ['solana_signMessage', 'solana_signTransaction']);
    expect(compare({ ...EVERYTHING, solana: former }, { namespace: 'solana' }).chainIds).toEqual([]);
  });

  it('names a network that only the host asked for', () => {
    const overrides = { chains: { eip155: ['eip155:1', 'eip155:10'] } };
    expect(compare(EVERYTHING, { asked: asked(NETWORKS, overrides) }).chainIds).toEqual(['eip155:10']);
  });

  it('is told of a network that was added later', () => {
    const networks = [...NETWORKS, base];
    expect(compare(EVERYTHING, { networks, asked: asked(networks) }).chainIds).toEqual([base.caipNetworkId]);
  });

  it('names what the wallet cannot be asked to do, and the calls', () => {
    const silent = { ...EVERYTHING, eip155: entry([`eip155:1:${A}`, `eip155:137:${A}`], ['eth_sendTransaction', 'eth_sign']) };
    expect(compare(silent)).toEqual({
      chainIds: [],
      abilities: ['sign-message', 'sign-typed-data'],
      methods: ['personal_sign', 'eth_signTypedData_v4'],
    });
  });

  it('is content with one of the calls that serve', () => {
    const one = entry([`${solana.caipNetworkId}:${S}`], ['solana_signTransaction', 'solana_signMessage']);
    expect(compare({ ...EVERYTHING, solana: one }, { namespace: 'solana' }).abilities).toEqual([]);
    const none = entry([`${solana.caipNetworkId}:${S}`], []);
    expect(compare({ ...EVERYTHING, solana: none }, { namespace: 'solana' })).toMatchObject({
      abilities: ['sign-message', 'send-transaction'],
      methods: ['solana_signMessage', 'solana_signAndSendTransaction', 'solana_signTransaction'],
    });
  });

  it('does not miss what the host does not ask for', () => {
    const overrides = { methods: { eip155: ['eth_sendTransaction', 'eth_sign'] } };
    const granted = { ...EVERYTHING, eip155: entry([`eip155:1:${A}`, `eip155:137:${A}`], []) };
    expect(compare(granted, { asked: asked(NETWORKS, overrides) })).toMatchObject({
      abilities: ['send-transaction'],
      methods: ['eth_sendTransaction'],
    });
  });
});
