import { ed25519 } from '@noble/curves/ed25519.js';
import { hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { Verifier } from 'bip322-js';
import { recoverMessageAddress } from 'viem';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Latchkey } from '../../../application/latchkey.js';
import { FakeClock } from '../../../application/ports/clock.fake.js';
import { CLOCK } from '../../../application/ports/clock.port.js';
import { FakeSignIn } from '../../../application/ports/sign-in.fake.js';
import { SIGN_IN_SERVICE } from '../../../application/ports/sign-in.port.js';
import { resultFrom } from '../../../application/shared/result-from.js';
import { createLatchkey } from '../../../composition/create-latchkey.js';
import { bip122 } from '../../../composition/modules/bip122.module.js';
import { eip155 } from '../../../composition/modules/eip155.module.js';
import { inProcessRelay } from '../../../composition/modules/in-process-relay.module.js';
import { polkadot } from '../../../composition/modules/polkadot.module.js';
import { solana } from '../../../composition/modules/solana.module.js';
import { walletconnect } from '../../../composition/modules/walletconnect.module.js';
import { defineModule, type LatchkeyModule } from '../../../composition/wire.js';
import { decodeBase58 } from '../../../domain/account/base58.js';
import { decodeSs58 } from '../../../domain/account/ss58-address.js';
import { NAMESPACES } from '../../../domain/caip/namespace.js';
import { bitcoin } from '../../../domain/network/networks/bip122.js';
import { mainnet } from '../../../domain/network/networks/eip155.js';
import { polkadot as polkadotRelay } from '../../../domain/network/networks/polkadot.js';
import { solana as solanaMainnet } from '../../../domain/network/networks/solana.js';
import { InProcessRelay } from '../../../testing/relay/in-process-relay.js';
import { MultiChainTestWallet } from '../../../testing/wallets/multi-chain-test-wallet.js';
import type { RemoteTestWallet, RemoteTestWalletOptions } from '../../../testing/wallets/remote-test-wallet.js';

const NETWORKS = [mainnet, solanaMainnet, bitcoin, polkadotRelay] as const;
const CHAINS = ['eip155:1', solanaMainnet.caipNetworkId, bitcoin.caipNetworkId, polkadotRelay.caipNetworkId];
const MESSAGE = 'grüß Gott';

let relay: InProcessRelay;
let keys: MultiChainTestWallet;
let wallet: RemoteTestWallet;
let client: Latchkey;

beforeEach(async () => {
  relay = new InProcessRelay();
  keys = await MultiChainTestWallet.make({ name: 'Phone' });
  const accounts = NAMESPACES.map((namespace, index) => `${CHAINS[index]}:${keys.addresses[namespace]}`);
  wallet = relay.wallet({ accounts, onRequest: (method, parameters) => keys.handleRequest(method, parameters) });
  client = createLatchkey({
    networks: NETWORKS,
    metadata: { name: 'App', description: 'An app', url: 'https://app.example', icons: [] },
    modules: [eip155(), solana(), bip122(), polkadot(), walletconnect(), inProcessRelay(relay)],
  });
});

afterEach(() => {
  client.dispose();
  wallet.dispose();
});

const statuses = (): readonly unknown[] => NAMESPACES.map((namespace) => client.getAccount(namespace).status);

const all = (status: string): readonly string[] => NAMESPACES.map(() => status);

/** Pairs the wallet by the URI of the client and waits for the connection. */
const pair = async (): Promise<void> => {
  let pairedUri = '';
  const stop = client.subscribeConnection(({ pairing }) => {
    const uri = pairing?.wcUri ?? '';
    if (uri === '' || uri === pairedUri) return;
    pairedUri = uri;
    void wallet.pair(uri);
  });
  try {
    await resultFrom(client.useCases.pairWallet.execute({}));
    // The other namespaces connect after the requested one.
    await expect.poll(statuses).toEqual(all('connected'));
  } finally {
    stop();
  }
};

/** Pairs another wallet with another client, for Ethereum only. */
const pairOnMainnet = async (other: InProcessRelay, options: RemoteTestWalletOptions, module: LatchkeyModule): Promise<void> => {
  client.dispose();
  wallet.dispose();
  relay = other;
  wallet = relay.wallet(options);
  const metadata = { name: 'App', description: 'An app', url: 'https://app.example', icons: [] };
  client = createLatchkey({ networks: [mainnet], metadata, modules: [eip155(), walletconnect(), inProcessRelay(relay), module] });
  client.subscribeConnection(({ pairing: { wcUri } }) => {
    if (wcUri !== undefined && wallet.requests.length === 0) void wallet.pair(wcUri);
  });
  await resultFrom(client.useCases.pairWallet.execute({}));
};

describe('InProcessRelay', () => {
  it('connects a wallet in four namespaces, whose signatures are valid', async () => {
    await pair();
    const sign = (namespace: (typeof NAMESPACES)[number]): Promise<string> =>
      resultFrom(client.useCases.signMessage.execute({ message: MESSAGE, namespace }));
    const { addresses } = keys;
    // viem types signatures as hex.
    expect(await recoverMessageAddress({ message: MESSAGE, signature: (await sign('eip155')) as `0x${string}` })).toBe(addresses.eip155);
    const bytesOf = (text: string): Uint8Array => decodeBase58(text) ?? new Uint8Array();
    expect(ed25519.verify(bytesOf(await sign('solana')), utf8ToBytes(MESSAGE), bytesOf(addresses.solana))).toBe(true);
    expect(Verifier.verifySignature(addresses.bip122, MESSAGE, await sign('bip122'))).toBe(true);
    const signature = hexToBytes((await sign('polkadot')).replace(/^0x/, '')).slice(-64);
    expect(ed25519.verify(signature, utf8ToBytes(`<Bytes>${MESSAGE}</Bytes>`), decodeSs58(addresses.polkadot).accountId)).toBe(true);
  });

  it('rejects a proposal and a request', async () => {
    wallet.approval = 'manual';
    const pairing = pair();
    pairing.catch(() => undefined);
    await expect.poll(() => wallet.prompts.length).toBe(1);
    await wallet.reject();
    await expect(pairing).rejects.toMatchObject({ code: 'wallet/rejected' });
    wallet.approval = 'immediate';
    await pair();
    wallet.approval = 'manual';
    const signing = resultFrom(client.useCases.signMessage.execute({ message: MESSAGE, namespace: 'solana' }));
    signing.catch(() => undefined);
    await expect.poll(() => wallet.prompts.map(({ method }) => method)).toEqual(['solana_signMessage']);
    await wallet.reject();
    await expect(signing).rejects.toMatchObject({ code: 'wallet/rejected' });
  });

  it.each([
    [true, ['wc_sessionAuthenticate']],
    [false, ['wc_sessionPropose']],
  ])('signs in with the approval of a connection, if it supports that: %s', async (supportsSignIn, prompts) => {
    const service = new FakeSignIn();
    const accounts = [`eip155:1:${keys.addresses.eip155.toLowerCase()}`];
    const onRequest = (method: string, parameters: unknown) => keys.handleRequest(method, parameters);
    const signIn = defineModule((wire) => wire(SIGN_IN_SERVICE, [], () => service));
    await pairOnMainnet(new InProcessRelay(), { accounts, supportsSignIn, onRequest }, signIn);
    const expected = supportsSignIn ? 'signed-in' : 'signed-out';
    await expect.poll(() => client.useCases.watchSignIn.current().status).toBe(expected);
    expect(wallet.requests.map(({ method }) => method)).toEqual(prompts);
    for (const { message, signature } of service.sessions)
      expect(await recoverMessageAddress({ message, signature: signature as `0x${string}` })).toBe(keys.addresses.eip155);
    expect(service.sessions).toHaveLength(supportsSignIn ? 1 : 0);
  });

  it('disconnects a session from both sides', async () => {
    await pair();
    await wallet.disconnect();
    await expect.poll(statuses).toEqual(all('disconnected'));
    await pair();
    await client.disconnect();
    await expect.poll(() => wallet.sessions).toEqual([]);
  });

  it('expires sessions', async () => {
    const clock = new FakeClock(Date.now());
    const time = defineModule((wire) => wire(CLOCK, [], () => clock));
    await pairOnMainnet(new InProcessRelay(clock), { accounts: [`eip155:1:${keys.addresses.eip155}`], sessionSeconds: 600 }, time);
    expect(client.getAccount('eip155').status).toBe('connected');
    await clock.run(599_000);
    expect(client.getAccount('eip155').status).toBe('connected');
    await clock.run(2_000);
    await expect.poll(() => client.getAccount('eip155').status).toBe('disconnected');
  });
});
