import type { ProposalTypes, SessionTypes } from '@walletconnect/types';
import { describe, expect, it } from 'vitest';
import {
  accountsOf,
  methodsOf,
  networksOf,
  refusalOf,
  supportedNamespaces,
  withAccounts,
} from '../../../../sandbox/remote-wallet/namespaces.js';
import { devAccounts } from '../../../../sandbox/wallet/engine/keyring.js';
import { initialState, walletChains, withChain } from '../../../../sandbox/wallet/engine/wallet-state.js';

const NODE = 'http://127.0.0.1:1';
const STATE = initialState(devAccounts(2), walletChains({ 1: NODE, 137: NODE }));
const [ALICE, BOB] = STATE.accounts.map(({ address }) => address) as [`0x${string}`, `0x${string}`];

const metadata = { name: 'App', description: '', url: 'https://app.example', icons: [] };

const proposalOf = (
  requiredNamespaces: ProposalTypes.RequiredNamespaces,
  optionalNamespaces: ProposalTypes.OptionalNamespaces = {},
): ProposalTypes.Struct => ({
  id: 1,
  expiryTimestamp: 0,
  relays: [],
  proposer: { publicKey: '', metadata },
  pairingTopic: 'a'.repeat(64),
  requiredNamespaces,
  optionalNamespaces,
});

const sessionOf = (namespaces: SessionTypes.Namespaces): SessionTypes.Struct => ({
  topic: 'b'.repeat(64),
  pairingTopic: 'a'.repeat(64),
  relay: { protocol: 'irn' },
  expiry: 0,
  acknowledged: true,
  controller: '',
  namespaces,
  requiredNamespaces: {},
  optionalNamespaces: {},
  self: { publicKey: '', metadata },
  peer: { publicKey: '', metadata },
});

describe('remote wallet namespaces', () => {
  it('refuse proposals that require unsupported namespaces, chains, methods or events', () => {
    const cases: readonly (readonly [ProposalTypes.RequiredNamespaces, string | null])[] = [
      [{ solana: { chains: ['solana:1'], methods: [], events: [] } }, 'UNSUPPORTED_NAMESPACE_KEY'],
      [{ 'eip155:10': { methods: [], events: [] } }, 'UNSUPPORTED_CHAINS'],
      [{ eip155: { chains: ['eip155:1', 'eip155:10'], methods: [], events: [] } }, 'UNSUPPORTED_CHAINS'],
      [{ eip155: { chains: ['eip155:1'], methods: ['eth_fly'], events: [] } }, 'UNSUPPORTED_METHODS'],
      [{ eip155: { chains: ['eip155:1'], methods: [], events: ['rain'] } }, 'UNSUPPORTED_EVENTS'],
      [{ eip155: { chains: ['eip155:1'], methods: ['personal_sign'], events: ['chainChanged'] } }, null],
      [{}, null],
    ];
    for (const [required, refusal] of cases) expect(refusalOf(STATE, proposalOf(required)), JSON.stringify(required)).toBe(refusal);
    expect(refusalOf(STATE, proposalOf({}, { eip155: { chains: ['eip155:10'], methods: [], events: [] } }))).toBe('UNSUPPORTED_CHAINS');
  });

  it('offer the networks supported by both sides, the current one first, and mark required ones', () => {
    const proposal = proposalOf(
      { 'eip155:1': { methods: ['personal_sign'], events: [] } },
      { eip155: { chains: ['eip155:137', 'eip155:10'], methods: ['personal_sign', 'eth_fly'], events: [] } },
    );
    expect(networksOf(withChain(STATE, 137), proposal)).toEqual([
      { chainId: 137, name: 'Polygon', isRequired: false },
      { chainId: 1, name: 'Ethereum', isRequired: true },
    ]);
    expect(methodsOf(proposal)).toEqual(['personal_sign', 'eth_fly']);
    expect(networksOf(STATE, proposalOf({})).map(({ chainId }) => chainId)).toEqual([1, 137]);
  });

  it('include the selected accounts and chains within the restriction', () => {
    const { eip155 } = supportedNamespaces(STATE, [BOB, ALICE], [137, 1], { methods: ['personal_sign', 'eth_fly'] });
    expect(eip155).toEqual({
      chains: ['eip155:1', 'eip155:137'],
      methods: ['personal_sign'],
      events: ['accountsChanged', 'chainChanged'],
      accounts: [`eip155:1:${BOB}`, `eip155:1:${ALICE}`, `eip155:137:${BOB}`, `eip155:137:${ALICE}`],
    });
  });

  it('update a session with other accounts and an additional chain', () => {
    const session = sessionOf({ eip155: { methods: ['personal_sign'], events: [], accounts: [`eip155:1:${ALICE}`, `eip155:1:${BOB}`] } });
    expect(accountsOf(STATE, session)).toEqual([ALICE, BOB]);
    expect(withAccounts(STATE, session, [BOB], 137)).toEqual({
      eip155: {
        chains: ['eip155:1', 'eip155:137'],
        methods: ['personal_sign'],
        events: [],
        accounts: [`eip155:1:${BOB}`, `eip155:137:${BOB}`],
      },
    });
  });

  it('cover every namespace that has a node, each with its own addresses', () => {
    const [solana, bip122, polkadot] = ['solana:5eykt4', 'bip122:0f9188', 'polkadot:45454545454545454545454545454545'];
    const nodes = {
      solana: { chainId: solana, url: NODE },
      bip122: { chainId: bip122, url: NODE },
      polkadot: { chainId: polkadot, url: NODE },
    };
    const state = { ...STATE, nodes };
    const optional = { solana: { chains: [solana], methods: ['solana_signMessage'], events: [] } };
    expect(networksOf(state, proposalOf({}, optional))).toEqual([{ chainId: solana, name: 'Solana', isRequired: false }]);
    expect(
      refusalOf(state, proposalOf({ bip122: { chains: [bip122], methods: ['signPsbt'], events: ['bip122_addressesChanged'] } })),
    ).toBeNull();
    const all = supportedNamespaces(state, [ALICE, BOB], [1, solana, bip122, polkadot], null);
    expect(Object.keys(all)).toEqual(['eip155', 'solana', 'bip122', 'polkadot']);
    expect(all['bip122']?.accounts[0]).toMatch(/^bip122:0f9188:bcrt1q/);
    // A session with any of these namespaces resolves to the same accounts and can be updated.
    for (const [name, namespace] of Object.entries(all)) {
      const session = sessionOf({ [name]: namespace });
      expect(accountsOf(state, session), name).toEqual([ALICE, BOB]);
      expect(withAccounts(state, session, [BOB])[name]?.accounts, name).toEqual([namespace.accounts[1]]);
    }
    expect(Object.keys(supportedNamespaces(state, [ALICE], [polkadot], null))).toEqual(['polkadot']);
    expect(accountsOf(state, sessionOf({ solana: { methods: [], events: [], accounts: ['solana:1:abc'] } }))).toEqual([]);
  });
});
