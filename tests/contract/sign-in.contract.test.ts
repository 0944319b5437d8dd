import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { Eip155Chain } from '../../adapters/eip155/eip155-chain.js';
import { LocalSignIn } from '../../adapters/sign-in/local-sign-in.js';
import { ServerSignIn } from '../../adapters/sign-in/server-sign-in.js';
import { FakeBrowser } from '../../application/ports/browser.fake.js';
import { FakeClock } from '../../application/ports/clock.fake.js';
import { FakeSignIn } from '../../application/ports/sign-in.fake.js';
import { FakeStorage } from '../../application/ports/storage.fake.js';
import { toChainId } from '../../domain/caip/caip-2.js';
import { mainnet, polygon } from '../../domain/network/networks/eip155.js';
import { parseOptions } from '../../domain/options/parse-options.js';
import { memoryStore } from '../../server/memory-store.js';
import { createSignInHandler } from '../../server/sign-in-handler.js';
import { signInContract } from '../../testing/contracts/sign-in.contract.js';
import { eip155TestSigner } from '../../testing/wallets/eip155-test-signer.js';
import { cookieFetch } from '../unit/adapters/support/cookie-fetch.js';
import { RpcServer } from '../unit/adapters/support/rpc-server.js';

const api = { describe, it, expect };
const signers = [eip155TestSigner('first'), eip155TestSigner('second')];
const CHAINS = [toChainId('eip155:1'), toChainId('eip155:137')] as const;
const ACCOUNTS = [signers[0]?.address ?? '', signers[1]?.address ?? ''] as const;
const sign = async (address: string, text: string): Promise<string> => {
  const signature = await signers
    .find((signer) => signer.address === address)
    ?.signMessage?.({ message: { raw: `0x${bytesToHex(utf8ToBytes(text))}` } });
  return signature ?? '';
};

signInContract(api, 'FakeSignIn', () => {
  const service = new FakeSignIn();
  return {
    service,
    chains: CHAINS,
    accounts: ACCOUNTS,
    sign: async (address, text) => (text.includes(address) ? 'signed' : 'wrong'),
    setReachable: (isReachable) => {
      service.mode = isReachable ? 'working' : 'down';
    },
  };
});

signInContract(api, 'ServerSignIn', () => {
  const clock = new FakeClock(Date.now());
  const browser = new FakeBrowser();
  const handler = createSignInHandler({
    origins: ['https://app.example'],
    secret: 'a secret of at least 32 characters',
    store: memoryStore(),
    now: () => clock.now(),
  });
  const server = cookieFetch('https://app.example', handler);
  return {
    service: new ServerSignIn({
      storage: new FakeStorage(),
      options: { statement: 'Sign in to Example' },
      browser,
      clock,
      fetch: server.fetch,
    }),
    chains: CHAINS,
    accounts: ACCOUNTS,
    sign,
    setReachable: (isReachable) => {
      server.isReachable = isReachable;
    },
  };
});

signInContract(api, 'LocalSignIn', async () => {
  // Neither account is a contract.
  const node = await RpcServer.start();
  node.responses.set('eth_call', () => ({ result: '0x' }));
  node.responses.set('eth_chainId', () => ({ result: '0x1' }));
  const clock = new FakeClock(Date.now());
  const chain = new Eip155Chain({ clock, window: undefined });
  const customRpcUrls = Object.fromEntries(CHAINS.map((chainId) => [chainId, [{ url: node.url }]]));
  const { networks } = parseOptions({ networks: [mainnet, polygon], customRpcUrls });
  const service = new LocalSignIn({
    ...{ options: {}, browser: new FakeBrowser(), clock, storage: new FakeStorage(), chains: new Map([['eip155', chain]]) },
    networkOf: (chainId) => networks.find(({ caipNetworkId }) => caipNetworkId === chainId),
  });
  return {
    service,
    chains: CHAINS,
    accounts: ACCOUNTS,
    sign,
    stop: async () => {
      chain.dispose();
      await node.stop();
    },
  };
});
