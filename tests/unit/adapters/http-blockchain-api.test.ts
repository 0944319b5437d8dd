import { beforeEach, describe, expect, it, vi } from 'vitest';
import { HttpBlockchainApi } from '../../../adapters/blockchain-api/http-blockchain-api.js';
import { FakeClock } from '../../../application/ports/clock.fake.js';
import { OptionsStore } from '../../../application/shared/options.store.js';
import { type ChainId, toChainId } from '../../../domain/caip/caip-2.js';
import { formatAccountId } from '../../../domain/caip/caip-10.js';
import { mainnet } from '../../../domain/network/networks/eip155.js';
import { DEFAULT_ONRAMP_OPTIONS } from '../../../domain/onramp/onramp-options.js';
import { parseOptions } from '../../../domain/options/parse-options.js';
import { SDK_TYPE, SDK_VERSION } from '../../../domain/options/sdk.js';
import { neverAborted } from '../../../testing/contracts/test-api.js';

const MAINNET = toChainId('eip155:1');
const OTHER = toChainId('eip155:10');
const ALICE = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const COMMON = `projectId=project&st=${SDK_TYPE}&sv=${SDK_VERSION}`;

interface Sent {
  readonly method: string | undefined;
  readonly url: string;
  readonly body: unknown;
  readonly cache: RequestCache | undefined;
}

let sent: Sent[];
/** Replies by the beginning of the path: JSON, a status, or a function that responds. */
let replies: Record<string, unknown>;
let clock: FakeClock;
let signal: AbortSignal;
let api: HttpBlockchainApi;

beforeEach(() => {
  sent = [];
  signal = neverAborted();
  clock = new FakeClock();
  replies = { '/v1/supported-chains': { http: ['eip155:1', 'not a chain'], ws: [] } };
  const options = parseOptions({ networks: [mainnet], projectId: 'project', endpoints: { blockchainApi: 'https://api.example/' } });
  api = new HttpBlockchainApi({
    options: new OptionsStore(options),
    clock,
    fetch: async (url, { method, body, cache, signal: within } = {}) => {
      const path = String(url).replace('https://api.example', '');
      sent.push({ method, url: path, body: typeof body === 'string' ? JSON.parse(body) : null, cache });
      const reply = Object.entries(replies).find(([start]) => path.startsWith(start))?.[1] ?? 404;
      if (reply instanceof Function) return reply(within);
      return typeof reply === 'number' ? new Response('{}', { status: reply }) : Response.json(reply);
    },
  });
});

const identity = { address: ALICE, sender: ALICE, chainId: MAINNET };
const registration = { coinType: 2_147_483_649, address: ALICE, message: '{}', signature: '0x' };
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const token = formatAccountId(MAINNET, USDC);
const on = (chainId: ChainId, address = ALICE) => formatAccountId(chainId, address);
const COIN = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee';
const pair = (chainId: ChainId) => ({ account: on(chainId), from: on(chainId, USDC), to: on(chainId, COIN) });
const PAIR_QUERY = `userAddress=${encodeURIComponent(on(MAINNET))}&from=${encodeURIComponent(token)}&to=${encodeURIComponent(on(MAINNET, COIN))}`;
const tx = { from: on(MAINNET), to: on(MAINNET, COIN), data: '0x1234', eip155: { gas: '21000', gasPrice: '0x3b9aca00' } };
const builtTx = { from: tx.from, to: tx.to, data: '0x1234', gas: 21_000n, gasPrice: 1_000_000_000n };
const wallet = { address: ALICE, blockchains: ['ethereum', 'base'], assets: ['USDC'] };
const quoteRequest = { purchaseCurrency: 'usdc-id', paymentCurrency: 'EUR', amount: '99.90', network: 'ethereum' };
const usd = (amount: string) => ({ amount, currency: 'USD' });
const amounts = {
  coinbaseFee: usd('1.50'),
  networkFee: usd('0.02'),
  paymentSubtotal: usd('98.38'),
  paymentTotal: usd('99.90'),
  purchaseAmount: { amount: '98.380000', currency: 'USDC' },
};
const item = (chain: string) => ({
  id: chain,
  metadata: { operationType: 'send', status: 'confirmed', chain, minedAt: '2026-01-01T00:00:00Z' },
  transfers: [],
});
const balance = (chainId: string) => ({
  name: 'Ether',
  symbol: 'ETH',
  chainId,
  quantity: { decimals: '18', numeric: '1.5' },
  price: 2_000,
  value: 3_000,
  iconUrl: '',
});

const nft = (chainId: string) => ({ id: chainId, chainId, name: 'A', collection: 'B', address: USDC });

/** A response that does not come. */
const never = (within: AbortSignal): Promise<Response> =>
  new Promise((_, reject) => within.addEventListener('abort', () => reject(within.reason)));

/** Error code, description, and response. */
const BAD_REPLIES: readonly (readonly [code: string, name: string, respond: (within: AbortSignal) => Promise<Response> | Response])[] = [
  ['service/refused', 'status 403', () => new Response('{}', { status: 403 })],
  ['service/refused', 'status 400 and HTML', () => new Response('<html>', { status: 400 })],
  ['service/unreachable', 'status 503', () => new Response('', { status: 503 })],
  ['service/unreachable', 'a broken connection', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['service/unreachable', 'nothing for ten seconds', never],
  ['service/invalid-response', 'HTML', () => new Response('<html><body>Welcome</body></html>')],
  ['service/invalid-response', 'truncated JSON', () => new Response('{"data":[{"id":')],
  ['service/invalid-response', 'text', () => Response.json('text')],
  ['service/invalid-response', 'null', () => Response.json(null)],
  ['service/invalid-response', '10 MB', () => Response.json({ data: 'x'.repeat(10 * 1024 * 1024) })],
];

/** Each call: its request, a reply, and what is read from it. */
const ROWS = [
  {
    name: 'identity',
    call: (chainId = MAINNET) => api.identity({ ...identity, chainId }, signal),
    url: `/v1/identity/${ALICE}?sender=${ALICE}&${COMMON}`,
    reply: { name: 'alice.eth', avatar: 'https://a.example/a.png' },
    read: { name: 'alice.eth', avatarUrl: 'https://a.example/a.png' },
    empty: { name: null, avatarUrl: null },
  },
  {
    name: 'history',
    call: (chainId = MAINNET) => api.history({ address: ALICE, chainId, cursor: 'c', onramp: 'coinbase' }, signal),
    url: `/v1/account/${ALICE}/history?cursor=c&onramp=coinbase&chainId=eip155%3A1&${COMMON}`,
    cache: 'no-cache',
    reply: { data: [], next: 'd' },
    read: { items: [], next: 'd' },
    empty: { items: [], next: null },
  },
  {
    name: 'nfts',
    call: (chainId = MAINNET) => api.nfts({ address: ALICE, chainId, cursor: 'c' }, signal),
    url: `/v1/account/${ALICE}/nfts?chainId=eip155%3A1&cursor=c&${COMMON}`,
    reply: { data: [{ id: 'a', chainId: MAINNET, name: 'A', collection: 'B', address: USDC, token_id: '7' }, 7], next: 'd' },
    read: {
      items: [
        { id: 'a', chainId: MAINNET, name: 'A', collection: 'B', address: USDC, tokenId: '7', quantity: 1n, imageUrl: null, isSpam: false },
      ],
      next: 'd',
    },
    empty: { items: [], next: null },
  },
  {
    name: 'swapQuotes',
    call: (chainId = MAINNET) => api.swapQuotes({ ...pair(chainId), amount: 5_000_000n, gasPrice: 7n }, signal),
    url: `/v1/convert/quotes?amount=5000000&${PAIR_QUERY}&gasPrice=7&${COMMON}`,
    reply: { quotes: [{ id: null, fromAmount: '5000000', toAmount: '2500000000000000', fromAccount: 'x', toAccount: 'y' }, {}] },
    read: [{ id: null, fromAmount: 5_000_000n, toAmount: 2_500_000_000_000_000n }],
    empty: [],
  },
  {
    name: 'swapTokens',
    call: (chainId = MAINNET) => api.swapTokens(chainId, signal),
    url: `/v1/convert/tokens?chainId=eip155%3A1&${COMMON}`,
    reply: {
      tokens: [
        { name: 'Ether', symbol: 'ETH', address: on(MAINNET, COIN), decimals: 18, logoUri: 'https://a.example/eth.png' },
        { name: 'USD Coin', symbol: 'USDC', address: token, decimals: 6, logoUri: '', eip2612: true },
        { name: 'Other', symbol: 'O', address: on(OTHER, USDC), decimals: 6, logoUri: '' },
        { name: 'No decimals', symbol: 'N', address: token, logoUri: '' },
      ],
    },
    read: [
      { chainId: MAINNET, asset: null, name: 'Ether', symbol: 'ETH', decimals: 18, iconUrl: 'https://a.example/eth.png', hasPermit: false },
      {
        chainId: MAINNET,
        asset: `${MAINNET}/erc20:${USDC}`,
        name: 'USD Coin',
        symbol: 'USDC',
        decimals: 6,
        iconUrl: null,
        hasPermit: true,
      },
    ],
    empty: [],
  },
  {
    name: 'allowance',
    call: (chainId = MAINNET) => api.allowance(pair(chainId), signal),
    url: `/v1/convert/allowance?tokenAddress=${encodeURIComponent(token)}&userAddress=${encodeURIComponent(on(MAINNET))}&${COMMON}`,
    reply: { allowance: String(2n ** 256n - 1n) },
    read: 2n ** 256n - 1n,
    empty: 0n,
  },
  {
    name: 'gasPrices',
    call: (chainId = MAINNET) => api.gasPrices(chainId, signal),
    url: `/v1/convert/gas-price?chainId=eip155%3A1&${COMMON}`,
    reply: { standard: '1000000000', fast: '1500000000' },
    read: { standard: 1_000_000_000n, fast: 1_500_000_000n, instant: null },
    unsupported: { code: 'swap/gas-price-unsupported', message: 'Network not supported for Gas Price' },
  },
  {
    name: 'buildSwap',
    call: (chainId = MAINNET) => api.buildSwap({ ...pair(chainId), amount: 5_000_000n, slippagePercent: 1 }, signal),
    url: '/v1/convert/build-transaction',
    body: {
      amount: '5000000',
      eip155: { slippage: 1 },
      projectId: 'project',
      from: token,
      to: on(MAINNET, COIN),
      userAddress: on(MAINNET),
      disableEstimate: true,
    },
    reply: { tx: { ...tx, amount: '5000000' } },
    read: { ...builtTx, amount: 5_000_000n },
    unsupported: { code: 'swap/network-unsupported', message: 'Network not supported for Swaps' },
  },
  {
    name: 'buildApproval',
    call: (chainId = MAINNET) => api.buildApproval(pair(chainId), signal),
    url: `/v1/convert/build-approve?${PAIR_QUERY}&${COMMON}`,
    reply: { tx: { ...tx, value: '0' } },
    read: { ...builtTx, value: 0n },
    unsupported: { code: 'swap/network-unsupported', message: 'Network not supported for Swaps' },
  },
  {
    name: 'onrampUrl',
    call: (chainId = MAINNET) =>
      api.onrampUrl(
        { chainId, destinationWallets: [wallet], defaultNetwork: 'ethereum', partnerUserId: ALICE, presetFiatAmount: '100' },
        signal,
      ),
    url: '/v1/generators/onrampurl?projectId=project',
    body: {
      destinationWallets: [wallet],
      defaultNetwork: 'ethereum',
      partnerUserId: ALICE,
      defaultExperience: 'buy',
      presetFiatAmount: 100,
    },
    reply: { url: 'https://pay.example/buy?a=b' },
    read: 'https://pay.example/buy?a=b',
    empty: null,
  },
  {
    name: 'onrampOptions',
    call: (chainId = MAINNET) => api.onrampOptions(chainId, signal),
    url: `/v1/onramp/options?${COMMON}`,
    reply: {
      paymentCurrencies: [{ id: 'GBP', payment_method_limits: [{ id: 'card', min: '1.00', max: '2' }, { id: 'free' }] }, {}],
      purchaseCurrencies: [
        {
          id: 'sol-id',
          name: 'Solana',
          symbol: 'SOL',
          networks: [
            { name: 'solana', display_name: 'Solana', chain_id: '0', contract_address: '' },
            { name: 'base', display_name: 'Base', chain_id: '8453', contract_address: USDC },
          ],
        },
      ],
    },
    read: {
      paymentCurrencies: [{ id: 'GBP', limits: [{ id: 'card', min: '1.00', max: '2' }] }],
      purchaseCurrencies: [
        {
          id: 'sol-id',
          name: 'Solana',
          symbol: 'SOL',
          networks: [
            { name: 'solana', displayName: 'Solana', chainId: null, contractAddress: null },
            { name: 'base', displayName: 'Base', chainId: 'eip155:8453', contractAddress: USDC },
          ],
        },
      ],
    },
    empty: { paymentCurrencies: [], purchaseCurrencies: [] },
    fallback: DEFAULT_ONRAMP_OPTIONS,
  },
  {
    name: 'onrampQuote',
    call: (chainId = MAINNET) => api.onrampQuote(quoteRequest, chainId, signal),
    url: '/v1/onramp/quote?projectId=project',
    body: quoteRequest,
    reply: { quoteId: 'q', ...amounts },
    read: { quoteId: 'q', ...amounts, estimated: false },
    empty: null,
    fallback: {
      quoteId: 'mocked-quote-id',
      estimated: true,
      ...Object.fromEntries(Object.keys(amounts).map((name) => [name, { amount: '99.90', currency: 'EUR' }])),
    },
  },
  {
    name: 'sessions',
    call: (chainId = MAINNET) => api.sessions(on(chainId), signal),
    url: `/v1/sessions/${encodeURIComponent(on(MAINNET))}?${COMMON}`,
    reply: {
      pcis: [
        {
          pci: 'one',
          createdAt: 1_700_000_000,
          expiry: 1_700_086_400,
          revokedAt: 1_700_000_060,
          permissions: [{ type: 'contract-call', data: { address: USDC } }, 7],
          policies: [],
          project: { name: 'App', url: 'https://app.example', iconUrl: 'javascript:alert(1)' },
        },
        { pci: 'two', createdAt: 1, expiry: 2 },
        { pci: 'without times' },
      ],
    },
    read: [
      {
        id: 'one',
        createdAtMs: 1_700_000_000_000,
        expiresAtMs: 1_700_086_400_000,
        revokedAtMs: 1_700_000_060_000,
        permissions: [{ type: 'contract-call', data: { address: USDC } }],
        policies: [],
        project: { name: 'App', url: 'https://app.example', iconUrl: null },
      },
      { id: 'two', createdAtMs: 1_000, expiresAtMs: 2_000, revokedAtMs: null, permissions: [], policies: [], project: null },
    ],
    empty: [],
  },
  {
    name: 'revokeSession',
    call: (chainId = MAINNET) => api.revokeSession({ account: on(chainId), id: 'one', signature: '0x12' }, signal),
    url: `/v1/sessions/${ALICE}/revoke?projectId=project`,
    body: { pci: 'one', signature: '0x12' },
    reply: { success: true },
    read: true,
    empty: false,
  },
  {
    name: 'prices',
    call: (chainId = MAINNET) => api.prices([token], chainId, signal),
    url: '/v1/fungible/price',
    body: { currency: 'usd', addresses: [token], projectId: 'project' },
    reply: { fungibles: [{ name: 'USD Coin', symbol: 'USDC', price: 1, iconUrl: '' }] },
    read: [{ name: 'USD Coin', symbol: 'USDC', priceUsd: 1, change24h: null, iconUrl: null }],
    empty: [],
  },
  {
    name: 'balances',
    call: (chainId = MAINNET) => api.balances({ address: ALICE, chainId, refreshed: [token, token] }, signal),
    url: `/v1/account/${ALICE}/balance?currency=usd&chainId=eip155%3A1&forceUpdate=${encodeURIComponent(`${token},${token}`)}&${COMMON}`,
    reply: { balances: [] },
    read: [],
    empty: [],
  },
  {
    name: 'registeredName',
    call: (chainId = MAINNET) => api.registeredName('alice', chainId, signal),
    url: `/v1/profile/account/alice?apiVersion=2&${COMMON}`,
    reply: { name: 'alice', addresses: { '60': { address: ALICE, created: '' } }, attributes: [] },
    read: ALICE,
    empty: null,
  },
  {
    name: 'namesOf',
    call: (chainId = MAINNET) => api.namesOf({ ...identity, chainId }, signal),
    url: `/v1/profile/reverse/${ALICE}?sender=${ALICE}&apiVersion=2&${COMMON}`,
    reply: [{ name: 'alice.eth' }, {}, { name: 'other.eth' }],
    read: ['alice.eth', 'other.eth'],
    empty: [],
  },
  {
    name: 'suggestions',
    call: (chainId = MAINNET) => api.suggestions('alice', chainId, signal),
    url: `/v1/profile/suggestions/alice?zone=reown.id&${COMMON}`,
    reply: { suggestions: [{ name: 'alice1', registered: false }, { name: 7 }] },
    read: [{ name: 'alice1', isRegistered: false }],
    empty: [],
  },
  {
    name: 'registerName',
    call: (chainId = MAINNET) => api.registerName(registration, chainId, signal),
    url: '/v1/profile/account',
    body: { coin_type: 2_147_483_649, address: ALICE, message: '{}', signature: '0x' },
    reply: { success: true },
    read: true,
    empty: false,
  },
] as const;

describe.each(ROWS)('$name', (row) => {
  const { call, url, reply, read } = row;
  const path = url.replace(/\?.*/, '');

  it('sends its request, and reads the reply', async () => {
    replies[path] = reply;
    expect(await call()).toEqual(read);
    expect(sent.at(-1)).toMatchObject({
      url,
      method: 'body' in row ? 'POST' : 'GET',
      body: 'body' in row ? row.body : null,
      cache: 'cache' in row ? row.cache : undefined,
    });
  });

  it('is empty on a network that the service does not list, which is not asked', async () => {
    if ('unsupported' in row) await expect(call(OTHER)).rejects.toMatchObject(row.unsupported);
    else expect(await call(OTHER)).toEqual(row.empty);
    expect(sent.map(({ url: each }) => each)).toEqual([`/v1/supported-chains?${COMMON}`]);
  });

  it.each(BAD_REPLIES)('ends in %s when the service responds with %s', async (code, _name, respond) => {
    replies[path] = respond;
    const settled = call().then(
      (result) => ({ result }),
      (error: unknown) => ({ error }),
    );
    await clock.run(10_000);
    if ('fallback' in row) expect(await settled).toEqual({ result: row.fallback });
    else expect(await settled).toMatchObject({ error: { code, context: { service: 'blockchainApi' } } });
    expect(clock.pending).toBe(0);
  });
});

describe.each([...ROWS.map(({ name, call }) => ({ name, call })), { name: 'isSupported', call: () => api.isSupported(MAINNET, signal) }])(
  '$name',
  ({ call }) => {
    it('is cancelled by its signal', async () => {
      const reason = new Error('closed');
      replies['/v1'] = never;
      const controller = new AbortController();
      signal = controller.signal;
      const pending = call();
      controller.abort(reason);
      await expect(pending).rejects.toBe(reason);
      await expect(call()).rejects.toBe(reason);
      expect(clock.pending).toBe(0);
    });
  },
);

describe('the list of networks', () => {
  it('is read once, unless it was empty or out of reach', async () => {
    replies['/v1/supported-chains'] = 404;
    await expect(api.isSupported(MAINNET, signal)).rejects.toMatchObject({ code: 'service/refused' });
    replies['/v1/supported-chains'] = { http: [] };
    await expect(api.isSupported(MAINNET, signal)).rejects.toMatchObject({ code: 'service/invalid-response' });
    replies['/v1/supported-chains'] = { http: ['eip155:1'] };
    expect(await api.isSupported(MAINNET, signal)).toBe(true);
    expect(await api.isSupported(OTHER, signal)).toBe(false);
    expect(sent).toHaveLength(3);
  });

  it('is read once for all that ask at the same time', async () => {
    const asked = [api.isSupported(MAINNET, signal), api.isSupported(OTHER, signal)];
    expect([await Promise.all(asked), sent.length]).toEqual([[true, false], 1]);
  });
});

describe('items of another network', () => {
  it('are dropped, but not purchases, whose network the user chose at the provider', async () => {
    replies[`/v1/account/${ALICE}/history`] = { data: [MAINNET, OTHER].map(item) };
    replies[`/v1/account/${ALICE}/balance`] = { balances: [MAINNET, OTHER].map(balance) };
    const history = { address: ALICE, chainId: MAINNET, cursor: null };
    const chains = (items: readonly { readonly chainId: string }[]) => items.map(({ chainId }) => chainId);
    expect(chains((await api.history(history, signal)).items)).toEqual([MAINNET]);
    expect(chains((await api.history({ ...history, onramp: 'coinbase' }, signal)).items)).toEqual([MAINNET, OTHER]);
    expect(chains(await api.balances({ address: ALICE, chainId: MAINNET }, signal))).toEqual([MAINNET]);
    replies[`/v1/account/${ALICE}/nfts`] = { data: [MAINNET, OTHER].map(nft), next: 'd' };
    const page = await api.nfts(history, signal);
    expect([chains(page?.items ?? []), page?.next]).toEqual([[MAINNET], 'd']);
  });

  it.each(['from', 'to'])('are no transaction to sign: %s', async (end) => {
    replies['/v1/convert'] = { tx: { ...tx, [end]: on(OTHER), amount: '1', value: '1' } };
    const error = { code: 'service/invalid-response', context: { reason: 'the transaction is of another network' } };
    await expect(api.buildSwap({ ...pair(MAINNET), amount: 1n, slippagePercent: 1 }, signal)).rejects.toMatchObject(error);
    await expect(api.buildApproval(pair(MAINNET), signal)).rejects.toMatchObject(error);
  });
});

describe('a long list of balances', () => {
  it('is parsed in several tasks, between which it can be stopped', async () => {
    replies[`/v1/account/${ALICE}/balance`] = { balances: Array.from({ length: 1_000 }, () => balance(MAINNET)) };
    const read = api.balances({ address: ALICE, chainId: MAINNET }, signal);
    await clock.run(0);
    expect(await read).toHaveLength(1_000);
    const controller = new AbortController();
    const stopped = expect(api.balances({ address: ALICE, chainId: MAINNET }, controller.signal)).rejects.toThrow('Left');
    await vi.waitFor(() => expect(clock.pending).toBeGreaterThan(0));
    controller.abort(new Error('Left'));
    await stopped;
    expect(clock.pending).toBe(0);
  });
});

/** A name as a hostile service sends it: with markup, bidirectional and invisible characters, and a Cyrillic letter that looks like C. */
const HOSTILE = '\u202e<b>US\u200bD\u0421</b>\u2066\n';
/** Texts show it as it is: its markup is none, and its letter is not replaced by the one that it looks like, so that it equals no other name. */
const CLEANED = '<b>USD\u0421</b>';
const hostile = { name: HOSTILE, symbol: HOSTILE };

describe('hostile names', () => {
  it.each([
    ['an identity', '/v1/identity', { name: HOSTILE }, async () => [(await api.identity(identity, signal)).name]],
    ['names of an address', '/v1/profile/reverse', [{ name: HOSTILE }], () => api.namesOf(identity, signal)],
    [
      'suggestions',
      '/v1/profile/suggestions',
      { suggestions: [{ name: HOSTILE, registered: false }] },
      async () => (await api.suggestions('alice', MAINNET, signal)).map(({ name }) => name),
    ],
    [
      'tokens in a history',
      `/v1/account/${ALICE}/history`,
      { data: [{ ...item(MAINNET), transfers: [{ fungible_info: hostile, direction: 'in', quantity: { numeric: '1' } }] }] },
      async () => {
        const { items } = await api.history({ address: ALICE, chainId: MAINNET, cursor: null }, signal);
        return items.flatMap(({ transfers }) =>
          transfers.flatMap((transfer) => [transfer.name, transfer.kind === 'fungible' ? transfer.symbol : null]),
        );
      },
    ],
    [
      'NFTs in a history',
      `/v1/account/${ALICE}/history`,
      { data: [{ ...item(MAINNET), transfers: [{ nft_info: hostile, direction: 'in', quantity: { numeric: '1' } }] }] },
      async () => {
        const { items } = await api.history({ address: ALICE, chainId: MAINNET, cursor: null }, signal);
        return items.flatMap(({ transfers }) => transfers.map(({ name }) => name));
      },
    ],
    [
      'balances',
      `/v1/account/${ALICE}/balance`,
      { balances: [{ ...balance(MAINNET), ...hostile }] },
      async () => (await api.balances({ address: ALICE, chainId: MAINNET }, signal)).flatMap(({ name, symbol }) => [name, symbol]),
    ],
    [
      'prices',
      '/v1/fungible/price',
      { fungibles: [{ ...hostile, price: 1 }] },
      async () => (await api.prices([token], MAINNET, signal)).flatMap(({ name, symbol }) => [name, symbol]),
    ],
    [
      'NFTs',
      `/v1/account/${ALICE}/nfts`,
      { data: [{ ...nft(MAINNET), name: HOSTILE, collection: HOSTILE }] },
      async () => {
        const page = await api.nfts({ address: ALICE, chainId: MAINNET, cursor: null }, signal);
        return page?.items.flatMap(({ name, collection }) => [name, collection]);
      },
    ],
    [
      'tokens to swap',
      '/v1/convert/tokens',
      { tokens: [{ ...hostile, address: token, decimals: 6 }] },
      async () => (await api.swapTokens(MAINNET, signal)).flatMap(({ name, symbol }) => [name, symbol]),
    ],
    [
      'currencies to buy',
      '/v1/onramp/options',
      { paymentCurrencies: [], purchaseCurrencies: [{ id: 'a', ...hostile, networks: [{ name: 'a', display_name: HOSTILE }] }] },
      async () => {
        const { purchaseCurrencies } = await api.onrampOptions(MAINNET, signal);
        return purchaseCurrencies.flatMap(({ name, symbol, networks }) => [name, symbol, ...networks.map((each) => each.displayName)]);
      },
    ],
    [
      'apps with a session',
      '/v1/sessions',
      { pcis: [{ pci: 'one', createdAt: 1, expiry: 2, project: { name: HOSTILE } }] },
      async () => (await api.sessions(on(MAINNET), signal)).map(({ project }) => project?.name),
    ],
  ] as const)('of %s are cleaned', async (_, path, reply, read) => {
    replies[path] = reply;
    const names = await read();
    expect(names?.length).toBeGreaterThan(0);
    expect(new Set(names)).toEqual(new Set([CLEANED]));
  });

  it('are cleaned in the reason of a refusal', async () => {
    replies['/v1/convert'] = () => Response.json({ reasons: [{ description: HOSTILE }] }, { status: 400 });
    await expect(api.allowance(pair(MAINNET), signal)).rejects.toMatchObject({ code: 'service/refused', context: { reason: CLEANED } });
  });
});

describe.each([
  ['a registration', '/v1/profile/account', () => api.registerName(registration, MAINNET, signal)],
  ['the end of a session', '/v1/sessions', () => api.revokeSession({ account: on(MAINNET), id: 'one', signature: '0x12' }, signal)],
] as const)('success of %s', (_, path, call) => {
  it.each([
    [{ success: true }, true],
    [{ success: false }, false],
    // A service that has nothing to tell responds with status 200.
    [{}, true],
  ])('is read from %j as %s', async (reply, success) => {
    replies[path] = reply;
    expect(await call()).toBe(success);
  });

  it.each([{ success: 'true' }, { success: 1 }, { success: null }, 7])('is not read from %j', async (reply) => {
    replies[path] = () => Response.json(reply);
    await expect(call()).rejects.toMatchObject({ code: 'service/invalid-response' });
  });
});

describe('a service without NFTs', () => {
  it('is told from a failure', async () => {
    const request = { address: ALICE, chainId: MAINNET, cursor: null };
    expect(await api.nfts(request, signal)).toBeNull();
    replies['/v1/account'] = 410;
    await expect(api.nfts(request, signal)).rejects.toMatchObject({ code: 'service/refused' });
  });
});

describe('without a project id', () => {
  it('the default service is not asked, and nothing is made up', async () => {
    api = new HttpBlockchainApi({ options: new OptionsStore(parseOptions({ networks: [mainnet] })), clock, fetch: () => never(signal) });
    for (const { call } of ROWS) await expect(call()).rejects.toMatchObject({ code: 'config/project-id-missing' });
  });
});

describe('a name that is not registered', () => {
  it('is told from a failure of the service', async () => {
    replies['/v1/profile/account/alice'] = 404;
    expect(await api.registeredName('alice', MAINNET, signal)).toBeNull();
    replies['/v1/profile/account/alice'] = 400;
    await expect(api.registeredName('alice', MAINNET, signal)).rejects.toMatchObject({ code: 'service/refused' });
  });
});
