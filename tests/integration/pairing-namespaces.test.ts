import { type CreatedRemoteWallet, createRemoteWallet, type Relay, startRelay } from '@latchkey/sandbox';
import { cryptoWaitReady, signatureVerify } from '@polkadot/util-crypto';
import { base58 } from '@scure/base';
import { Verifier } from 'bip322-js';
import { recoverMessageAddress } from 'viem';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Latchkey } from '../../application/latchkey.js';
import { FakeRecordStore } from '../../application/ports/record-store.fake.js';
import { RECORD_STORE } from '../../application/ports/record-store.port.js';
import { FakeStorage } from '../../application/ports/storage.fake.js';
import { STORAGE } from '../../application/ports/storage.port.js';
import { resultFrom } from '../../application/shared/result-from.js';
import { createLatchkey } from '../../composition/create-latchkey.js';
import { bip122 } from '../../composition/modules/bip122.module.js';
import { eip155 } from '../../composition/modules/eip155.module.js';
import { polkadot } from '../../composition/modules/polkadot.module.js';
import { solana } from '../../composition/modules/solana.module.js';
import { walletconnect } from '../../composition/modules/walletconnect.module.js';
import { defineModule } from '../../composition/wire.js';
import { NAMESPACES, type Namespace } from '../../domain/caip/namespace.js';
import type { ConnectionState } from '../../domain/connection/connection-state.js';
import { connectedNamespacesOf } from '../../domain/connection/connection-views.js';
import { mainnet } from '../../domain/network/networks/eip155.js';

type Four = (typeof NAMESPACES)[number];

/** A closed port: connecting and signing need no RPC endpoint. */
const CLOSED_PORT_URL = 'http://127.0.0.1:9';
const CHAINS = {
  eip155: 'eip155:1',
  solana: 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  bip122: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
  polkadot: 'polkadot:45454545454545454545454545454545',
} as const satisfies Record<Four, string>;

const network = (namespace: Exclude<Four, 'eip155'>, symbol: string, decimals: number) => ({
  id: CHAINS[namespace].split(':')[1] ?? '',
  name: `Local ${namespace}`,
  chainNamespace: namespace,
  nativeCurrency: { name: symbol, symbol, decimals },
  rpcUrls: { default: { http: [CLOSED_PORT_URL] } },
  testnet: true,
});

describe('a client with four namespaces and a wallet on the official client', () => {
  let relay: Relay;
  let wallet: CreatedRemoteWallet;
  let storage: FakeStorage;
  let records: FakeRecordStore;
  const running: Latchkey[] = [];

  const start = (): Latchkey => {
    const latchkey = createLatchkey({
      networks: [mainnet, network('solana', 'SOL', 9), network('bip122', 'BTC', 8), network('polkadot', 'DOT', 10)],
      endpoints: { relay: relay.url },
      metadata: { name: 'Test app', description: 'In Node', url: 'https://app.example', icons: [] },
      customRpcUrls: { 'eip155:1': [{ url: CLOSED_PORT_URL }] },
      modules: [
        eip155(),
        solana(),
        bip122(),
        polkadot(),
        walletconnect(),
        defineModule((wire) => wire(STORAGE, [], () => storage)),
        defineModule((wire) => wire(RECORD_STORE, [], () => records)),
      ],
    });
    running.push(latchkey);
    return latchkey;
  };
  const stateOf = (latchkey: Latchkey): ConnectionState => latchkey.useCases.watchConnection.current();
  const until = (latchkey: Latchkey, fits: (state: ConnectionState) => boolean): Promise<ConnectionState> =>
    new Promise((resolve) => {
      const watching = latchkey.useCases.watchConnection.execute().subscribe((state) => {
        if (!fits(state)) return;
        resolve(state);
        queueMicrotask(() => watching.unsubscribe());
      });
    });
  const isConnectedIn = (state: ConnectionState, namespaces: readonly Namespace[]): boolean =>
    namespaces.every((namespace) => connectedNamespacesOf(state).includes(namespace));

  beforeAll(() => cryptoWaitReady());
  beforeEach(async () => {
    relay = await startRelay({ redeliverAfterMs: 500 });
    const nodeOf = (chainId: string) => ({ chainId, url: CLOSED_PORT_URL });
    const nodes = { solana: nodeOf(CHAINS.solana), bip122: nodeOf(CHAINS.bip122), polkadot: nodeOf(CHAINS.polkadot) };
    wallet = await createRemoteWallet({ relayUrl: relay.url, rpcUrls: { 1: CLOSED_PORT_URL }, nodes });
    storage = new FakeStorage();
    records = new FakeRecordStore();
  });
  afterEach(async () => {
    for (const latchkey of running.splice(0)) latchkey.dispose();
    await wallet.stop();
    await relay.stop();
  });

  /** The wallet approves some of the proposed namespaces. */
  const connect = async (latchkey: Latchkey, namespaces: readonly Four[] = NAMESPACES) => {
    const paired = resultFrom(latchkey.useCases.pairWallet.execute());
    const approved = async () => {
      const { pairing } = await until(latchkey, (state) => state.pairing.wcUri !== undefined);
      await wallet.control.pair(pairing.wcUri ?? '');
      await wallet.control.nextPrompt();
      await wallet.control.approve({ chains: namespaces.map((namespace) => (namespace === 'eip155' ? 1 : CHAINS[namespace])) });
    };
    await Promise.race([paired, approved()]);
    await paired;
    return until(latchkey, (state) => isConnectedIn(state, namespaces));
  };

  it('connects all namespaces by one approval, signs in each, and restores each in the next process', async () => {
    const latchkey = start();
    const state = await connect(latchkey);
    expect(state.activeNamespace).toBe('eip155');
    const sign = async (namespace: Four): Promise<string> => {
      const signed = resultFrom(latchkey.useCases.signMessage.execute({ namespace, message: 'hello' }));
      await wallet.control.nextPrompt();
      await wallet.control.approve();
      return signed;
    };
    const addressIn = (namespace: Four): string => state.namespaces[namespace]?.session?.accounts[0].address ?? '';
    const evm = (await sign('eip155')) as `0x${string}`;
    expect(await recoverMessageAddress({ message: 'hello', signature: evm })).toBe(addressIn('eip155'));
    const key = await crypto.subtle.importKey('raw', Uint8Array.from(base58.decode(addressIn('solana'))), 'Ed25519', false, ['verify']);
    const signature = Uint8Array.from(base58.decode(await sign('solana')));
    expect(await crypto.subtle.verify('Ed25519', key, signature, new TextEncoder().encode('hello'))).toBe(true);
    expect(Verifier.verifySignature(addressIn('bip122'), 'hello', await sign('bip122'))).toBe(true);
    expect(signatureVerify('<Bytes>hello</Bytes>', await sign('polkadot'), addressIn('polkadot')).isValid).toBe(true);

    latchkey.dispose();
    const next = start();
    await next.ready;
    expect(connectedNamespacesOf(stateOf(next))).toEqual(connectedNamespacesOf(state));
    expect((await wallet.control.state()).sessions).toHaveLength(1);
  });
});
