import { type BlockchainApiFault, CONTRACTS, type Sandbox, startSandbox } from '@latchkey/sandbox';
import * as v from 'valibot';
import { createTestClient, type Hex, http, parseEther, publicActions, walletActions } from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import { mainnet as ethereum } from 'viem/chains';
import { afterAll, beforeAll } from 'vitest';
import { HttpBlockchainApi } from '../../adapters/blockchain-api/http-blockchain-api.js';
import { SYSTEM_CLOCK } from '../../adapters/browser/system-clock.js';
import type { BlockchainApiCall } from '../../application/ports/blockchain-api.fake.js';
import { OptionsStore } from '../../application/shared/options.store.js';
import { toChainId } from '../../domain/caip/caip-2.js';
import { formatAccountId } from '../../domain/caip/caip-10.js';
import { mainnet } from '../../domain/network/networks/eip155.js';
import { parseOptions } from '../../domain/options/parse-options.js';
import { tokenAddress } from '../../domain/tokens/token-address.js';
import {
  type BlockchainApiHarness,
  blockchainApiContract,
  type BlockchainApiFault as ContractFault,
} from '../../testing/contracts/blockchain-api.contract.js';
import { contractRunner } from './support/contract-runner.js';

const CHAIN = toChainId('eip155:1');
const OTHER = toChainId('eip155:10');
/** Of chain 1. @see https://docs.ens.domains/ensip/11 */
const COIN_TYPE = 2_147_483_649;
const AVATAR = 'https://pictures.example/dora.png';

/** Paths of the calls that the sandbox serves: it has no swaps and purchases. */
const PATHS = {
  identity: '/v1/identity/',
  history: '/history',
  prices: '/v1/fungible/price',
  balances: '/balance',
  registeredName: '/v1/profile/account',
  namesOf: '/v1/profile/reverse/',
  suggestions: '/v1/profile/suggestions/',
  registerName: '/v1/profile/account',
  nfts: '/nfts',
  sessions: '/v1/sessions/',
  revokeSession: '/revoke',
} as const satisfies { readonly [Call in BlockchainApiCall]?: string };
const SERVED = Object.keys(PATHS) as readonly (keyof typeof PATHS)[];

const FAULTS = {
  down: { mode: 'down' },
  refused: { mode: 'status', status: 403 },
  garbage: { mode: 'garbage' },
  never: { mode: 'never' },
} as const satisfies Readonly<Record<ContractFault, BlockchainApiFault>>;

let sandbox: Sandbox;
let cases: BlockchainApiHarness['cases'];
/** Names and sessions so far: a registration, and the end of a session, succeed once. */
let used = 0;

const newAccount = (): PrivateKeyAccount => privateKeyToAccount(generatePrivateKey());
const accountId = ({ address }: PrivateKeyAccount) => formatAccountId(CHAIN, address);

const post = async (path: string, body: object): Promise<unknown> => {
  const response = await fetch(`${sandbox.urls.blockchainApi}${path}`, { method: 'POST', body: JSON.stringify(body) });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
};

const registrationOf = async (account: PrivateKeyAccount, name: string, attributes: object = {}) => {
  const message = JSON.stringify({ name: `${name}.reown.id`, attributes, timestamp: Math.floor(Date.now() / 1_000) });
  return { address: account.address, message, signature: await account.signMessage({ message }) };
};

const PERMISSION = { type: 'native-token-recurring-allowance', data: { allowance: '0x64', start: 1, period: 86_400 } };
const EXPIRY = Math.floor(Date.now() / 1_000) + 3_600;

/** Requests a session and grants it, as an app and a wallet do; resolves to its id. */
const grantSession = async (account: PrivateKeyAccount): Promise<string> => {
  const path = `/v1/sessions/${accountId(account)}`;
  const rules = { expiry: EXPIRY, permissions: [PERMISSION] };
  const { pci } = v.parse(v.object({ pci: v.string() }), await post(path, rules));
  await post(`${path}/activate`, { ...rules, pci, context: '0x12' });
  return pci;
};

/** Calls on new accounts, with the results that the chain has. */
const stock = async (): Promise<BlockchainApiHarness['cases']> => {
  const [sender, alice, collector, dora, smart] = [newAccount(), newAccount(), newAccount(), newAccount(), newAccount()];
  const { contracts, urls } = sandbox;
  const client = createTestClient({ mode: 'anvil', chain: ethereum, transport: http(urls.rpc[CHAIN]), pollingInterval: 20 })
    .extend(publicActions)
    .extend(walletActions);
  await client.setBalance({ address: sender.address, value: parseEther('10') });
  const hash = await client.sendTransaction({ account: sender, to: alice.address, value: parseEther('1.5') });
  const { blockNumber } = await client.waitForTransactionReceipt({ hash });
  const { timestamp } = await client.getBlock({ blockNumber });
  const { abi } = CONTRACTS.SandboxEditions;
  const args = [collector.address, 4n, 3n] as const;
  const minted: Hex = await client.writeContract({ account: sender, address: contracts.editions, abi, functionName: 'mint', args });
  await client.waitForTransactionReceipt({ hash: minted });
  await post('/v1/profile/account', { coin_type: COIN_TYPE, ...(await registrationOf(dora, 'dora', { avatar: AVATAR })) });
  const sessionId = await grantSession(smart);
  const created = v.parse(
    v.object({ pcis: v.tuple([v.object({ createdAt: v.number() })]) }),
    await (await fetch(`${urls.blockchainApi}/v1/sessions/${accountId(smart)}`)).json(),
  );
  const iconUrl = `${urls.images}/public/getTokenImage/ETH`;
  const ether = { name: 'Ether', symbol: 'ETH', iconUrl };
  const named = { address: dora.address, sender: null, chainId: CHAIN };
  return {
    identity: { input: named, result: { name: 'dora.reown.id', avatarUrl: AVATAR } },
    history: {
      input: { address: alice.address, chainId: CHAIN, cursor: null },
      result: {
        items: [
          {
            id: `${CHAIN}:${hash}`,
            chainId: CHAIN,
            operation: 'receive',
            status: 'confirmed',
            hash,
            minedAtMs: Number(timestamp) * 1_000,
            sentFrom: sender.address,
            sentTo: alice.address,
            transfers: [{ ...ether, kind: 'fungible', direction: 'in', quantity: '1.5', valueUsd: 3_780 }],
          },
        ],
        next: null,
      },
    },
    prices: { input: [tokenAddress(CHAIN, null)], result: [{ ...ether, priceUsd: 2_520, change24h: 2_520 / 2_400 - 1 }] },
    balances: {
      input: { address: alice.address, chainId: CHAIN },
      result: [
        {
          ...ether,
          chainId: CHAIN,
          asset: null,
          decimals: 18,
          value: parseEther('1.5'),
          priceUsd: 2_520,
          valueUsd: 3_780,
          change24h: null,
        },
      ],
    },
    registeredName: { input: 'dora', result: dora.address },
    namesOf: { input: named, result: ['dora.reown.id'] },
    suggestions: {
      input: 'dora',
      result: ['dora', 'dora1', 'dora-1', 'dora4', 'dora-wallet', 'dora-eth', 'my-dora', 'the-dora', 'hello-dora'].map((name) => ({
        name: `${name}.reown.id`,
        isRegistered: name === 'dora',
      })),
    },
    nfts: {
      input: { address: collector.address, chainId: CHAIN, cursor: null },
      result: {
        items: [
          {
            id: `${CHAIN}:${contracts.editions}:4`,
            chainId: CHAIN,
            name: 'Sandbox Edition #4',
            collection: 'Sandbox Edition',
            address: contracts.editions,
            tokenId: '4',
            quantity: 3n,
            imageUrl: `${urls.blockchainApi}/v1/nft-pictures/${encodeURIComponent(CHAIN)}/${contracts.editions}/4`,
            isSpam: false,
          },
        ],
        next: null,
      },
    },
    sessions: {
      input: accountId(smart),
      result: [
        {
          id: sessionId,
          createdAtMs: created.pcis[0].createdAt * 1_000,
          expiresAtMs: EXPIRY * 1_000,
          revokedAtMs: null,
          permissions: [PERMISSION],
          policies: [],
          project: null,
        },
      ],
    },
  };
};

beforeAll(async () => {
  sandbox = await startSandbox();
  cases = await stock();
});
afterAll(() => sandbox.stop());

blockchainApiContract(
  contractRunner,
  'HttpBlockchainApi with the service of the sandbox',
  async () => {
    await sandbox.blockchainApi.reset();
    used += 1;
    const account = newAccount();
    const id = await grantSession(account);
    const options = parseOptions({ networks: [mainnet], endpoints: { blockchainApi: sandbox.urls.blockchainApi } });
    return {
      api: new HttpBlockchainApi({ options: new OptionsStore(options), clock: SYSTEM_CLOCK }),
      chainId: CHAIN,
      unsupported: OTHER,
      cases: {
        ...cases,
        registerName: { input: { coinType: COIN_TYPE, ...(await registrationOf(account, `user-${used}`)) }, result: true },
        revokeSession: { input: { account: accountId(account), id, signature: await account.signMessage({ message: id }) }, result: true },
      },
      fail: (call, fault) => {
        const served = SERVED.find((each) => each === call);
        if (served === undefined) throw new Error(`The sandbox does not serve ${call}`);
        return sandbox.blockchainApi.addFault({ ...FAULTS[fault], of: PATHS[served] });
      },
    };
  },
  SERVED,
);
