import { beforeEach, describe, expect, it } from 'vitest';
import { HttpBlockchainApi } from '../../../adapters/blockchain-api/http-blockchain-api.js';
import { FakeClock } from '../../../application/ports/clock.fake.js';
import { OptionsStore } from '../../../application/shared/options.store.js';
import { toChainId } from '../../../domain/caip/caip-2.js';
import { formatAccountId } from '../../../domain/caip/caip-10.js';
import { mainnet } from '../../../domain/network/networks/eip155.js';
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
/** Replies by the beginning of the path: JSON, or a status. */
let replies: Record<string, unknown>;
let api: HttpBlockchainApi;

beforeEach(() => {
  sent = [];
  replies = { '/v1/supported-chains': { http: ['eip155:1', 'not a chain'], ws: [] } };
  const options = parseOptions({ networks: [mainnet], projectId: 'project', endpoints: { blockchainApi: 'https://api.example/' } });
  api = new HttpBlockchainApi({
    options: new OptionsStore(options),
    clock: new FakeClock(),
    fetch: async (url, { method, body, cache } = {}) => {
      const path = String(url).replace('https://api.example', '');
      sent.push({ method, url: path, body: typeof body === 'string' ? JSON.parse(body) : null, cache });
      const reply = Object.entries(replies).find(([start]) => path.startsWith(start))?.[1] ?? 404;
      return typeof reply === 'number' ? new Response('{}', { status: reply }) : Response.json(reply);
    },
  });
});

const signal = neverAborted();
const identity = { address: ALICE, sender: ALICE, chainId: MAINNET };
const registration = { coinType: 2_147_483_649, address: ALICE, message: '{}', signature: '0x' };
const token = formatAccountId(MAINNET, '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48');

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
  const { call, url, reply, read, empty } = row;
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
    expect(await call(OTHER)).toEqual(empty);
    expect(sent.map(({ url: each }) => each)).toEqual([`/v1/supported-chains?${COMMON}`]);
  });

  it('throws what the service refuses, and what it does not document', async () => {
    replies[path] = 403;
    await expect(call()).rejects.toMatchObject({ code: 'service/refused', context: { status: 403 } });
    replies[path] = 'text';
    await expect(call()).rejects.toMatchObject({ code: 'service/invalid-response' });
  });
});

describe('the list of networks', () => {
  it('is read once, unless it was empty or out of reach', async () => {
    replies['/v1/supported-chains'] = 404;
    expect(await api.isSupported(MAINNET, signal)).toBe(false);
    replies['/v1/supported-chains'] = { http: [] };
    expect(await api.isSupported(MAINNET, signal)).toBe(false);
    replies['/v1/supported-chains'] = { http: ['eip155:1'] };
    expect(await api.isSupported(MAINNET, signal)).toBe(true);
    expect(await api.isSupported(OTHER, signal)).toBe(false);
    expect(sent).toHaveLength(3);
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
