import { type Sandbox, startSandbox } from '@latchkey/sandbox';
import * as v from 'valibot';
import { createPublicClient, erc20Abi, formatEther, formatUnits, http, parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { ActivityItem } from '../../../domain/activity/activity-item.js';
import { historySchema } from '../../../domain/activity/parse-history.js';
import type { OnrampOptions } from '../../../domain/onramp/onramp-options.js';
import { onrampOptionsSchema, onrampQuoteSchema, onrampUrlSchema } from '../../../domain/onramp/parse-onramp.js';
import { callNode } from '../../../sandbox/chains/call-node.js';

/** Prices that the sandbox starts with, in US dollars. */
const ETHER_USD = 2_520n;

let sandbox: Sandbox;
let api: string;

beforeAll(async () => {
  sandbox = await startSandbox({ namespaces: ['solana'] });
  api = sandbox.urls.blockchainApi;
});
afterAll(() => sandbox.stop());

const newAccount = (): `0x${string}` => privateKeyToAccount(generatePrivateKey()).address;

const post = async (path: string, body: unknown): Promise<{ readonly status: number; readonly body: unknown }> => {
  const response = await fetch(`${api}${path}`, { method: 'POST', body: JSON.stringify(body) });
  return { status: response.status, body: await response.json() };
};

const readOptions = async (): Promise<OnrampOptions> =>
  v.parse(onrampOptionsSchema, await (await fetch(`${api}/v1/onramp/options`)).json());

const idOf = async (symbol: string): Promise<string> =>
  (await readOptions()).purchaseCurrencies.find((currency) => currency.symbol === symbol)?.id ?? '';

const quote = async (change: Partial<Record<'purchaseCurrency' | 'paymentCurrency' | 'amount' | 'network', string>> = {}) =>
  post('/v1/onramp/quote', {
    ...{ purchaseCurrency: await idOf('ETH'), paymentCurrency: 'USD', amount: '100.00', network: 'ethereum-mainnet' },
    ...change,
  });

const purchasesOf = async (address: string, query = ''): Promise<readonly ActivityItem[]> => {
  const response = await fetch(`${api}/v1/account/${address}/history?chainId=eip155:1&onramp=coinbase${query}`);
  return v.parse(historySchema, await response.json()).items;
};

/** Names below `localhost` are resolved by browsers, not by Node. */
const local = (link: string): URL => {
  const url = new URL(link);
  url.hostname = '127.0.0.1';
  return url;
};

const orderFor = async (address: string, assets: readonly string[], presetCryptoAmount?: number): Promise<string> => {
  const { body } = await post('/v1/generators/onrampurl', {
    destinationWallets: [{ address, blockchains: ['ethereum', 'polygon'], assets }],
    ...{ defaultNetwork: 'polygon', partnerUserId: address, defaultExperience: 'buy', presetCryptoAmount },
  });
  return v.parse(onrampUrlSchema, body) ?? '';
};

const CARD = { card: '4242 4242 4242 4242', expiry: '12/34', code: '123' };

/** Submits the form of the page, and returns the page that follows. */
const pay = async (link: string, fields: Readonly<Record<string, string>>): Promise<{ readonly status: number; readonly html: string }> => {
  const url = local(link);
  const session = url.searchParams.get('sessionToken') ?? '';
  const form = new URLSearchParams({ session, action: 'pay', currency: 'USD', ...CARD, ...fields });
  const response = await fetch(new URL('/buy', url), { method: 'POST', body: form });
  return { status: response.status, html: await response.text() };
};

const pageOf = async (link: string): Promise<{ readonly status: number; readonly html: string }> => {
  const response = await fetch(local(link));
  return { status: response.status, html: await response.text() };
};

const clientOf = (chainId: string) => createPublicClient({ transport: http(sandbox.urls.rpc[chainId]), cacheTime: 0 });

const ETHER = 'eip155:1/slip44:60';
const settled = (address: string, status: ActivityItem['status']) =>
  vi.waitFor(async () => expect((await purchasesOf(address)).map((item) => item.status)).toEqual([status]), { timeout: 20_000 });

describe('the on-ramp of the sandbox', () => {
  it('sells what its chains have and what has a price, dollars first', async () => {
    const { paymentCurrencies, purchaseCurrencies } = await readOptions();
    expect(paymentCurrencies.map(({ id }) => id)).toEqual(['USD', 'EUR']);
    const sold = purchaseCurrencies.map(({ symbol, networks }) => `${symbol} ${networks.map(({ chainId }) => chainId).join(' ')}`);
    const solana = Object.keys(sandbox.urls.rpc).find((chainId) => chainId.startsWith('solana:')) ?? '';
    expect(sold.toSorted()).toEqual([
      'ETH eip155:1',
      'POL eip155:137',
      'SBD eip155:1 eip155:137',
      `SBE ${solana}`,
      'SBT eip155:1 eip155:137',
      `SOL ${solana}`,
    ]);
    expect(sold[0]).toMatch(/^SBD/);
    const contracts = purchaseCurrencies.flatMap(({ networks }) => networks.map(({ contractAddress }) => contractAddress));
    expect(contracts).toContain(sandbox.contracts.dollar);
    expect(new Set(purchaseCurrencies.map(({ id }) => id)).size).toBe(sold.length);
  });

  it('computes quotes from the price and the stated fee, also in euros', async () => {
    const ether = v.parse(onrampQuoteSchema, (await quote()).body);
    // 1.5 % and 25 cents.
    const usd = (amount: string) => ({ amount, currency: 'USD' });
    expect(ether).toMatchObject({
      ...{ coinbaseFee: usd('1.50'), networkFee: usd('0.25'), paymentSubtotal: usd('98.25'), paymentTotal: usd('100.00') },
      purchaseAmount: { amount: formatEther(parseEther('98.25') / ETHER_USD), currency: 'ETH' },
      estimated: false,
    });
    const dollars = v.parse(
      onrampQuoteSchema,
      (await quote({ purchaseCurrency: await idOf('SBD'), network: 'polygon-mainnet', paymentCurrency: 'EUR' })).body,
    );
    expect(dollars.purchaseAmount).toEqual({ amount: formatUnits((98_250_000n * 108n) / 100n, 6), currency: 'SBD' });
    await sandbox.blockchainApi.publishPrice(ETHER, 5_040);
    expect(v.parse(onrampQuoteSchema, (await quote()).body).purchaseAmount.amount).toBe(
      formatEther(parseEther('98.25') / (2n * ETHER_USD)),
    );
    await sandbox.blockchainApi.publishPrice(ETHER, Number(ETHER_USD));
  });

  it.each([
    ['amount', { amount: '9.99' }],
    ['amount', { amount: '25000.01' }],
    ['amount', { amount: '1e3' }],
    ['amount', { amount: '10.001' }],
    ['network', { network: 'polygon-mainnet' }],
    ['purchaseCurrency', { purchaseCurrency: 'nothing' }],
    ['paymentCurrency', { paymentCurrency: 'GBP' }],
  ])('refuses a quote with a wrong %s: %o', async (name, change) => {
    expect(await quote(change)).toMatchObject({ status: 400, body: { reasons: [{ name }] } });
  });

  it('delivers ether on the chain of the buyer, and lists the purchase', async () => {
    const address = newAccount();
    const link = await orderFor(address, ['ETH'], 0.0125);
    const { html } = await pageOf(link);
    expect(html).toContain(address);
    expect(html).toContain('value="0.0125"');
    // 31.50 dollars, a quarter, and 1.5 % of the sum.
    expect(html).toContain('32.24 USD');
    expect(await purchasesOf(address)).toEqual([]);
    const paid = await pay(link, { offer: ETHER, amount: '0.0125' });
    expect(paid).toMatchObject({ status: 200, html: expect.stringMatching(/Payment received|Delivered/) });
    await settled(address, 'confirmed');
    expect(await clientOf('eip155:1').getBalance({ address })).toBe(parseEther('0.0125'));
    const [purchase] = await purchasesOf(address.toLowerCase());
    expect(purchase).toMatchObject({ operation: 'bought', chainId: 'eip155:1', sentTo: address, hash: expect.stringMatching(/^0x/) });
    expect(purchase?.transfers).toMatchObject([{ symbol: 'ETH', quantity: '0.0125', direction: 'in' }]);
  });

  it('mints tokens on the network of the order', async () => {
    const address = newAccount();
    const link = await orderFor(address, ['SBD']);
    await pay(link, { offer: `eip155:137/erc20:${sandbox.contracts.dollar}`, amount: '12.345678', currency: 'EUR' });
    await settled(address, 'confirmed');
    const balance = { address: sandbox.contracts.dollar, abi: erc20Abi, functionName: 'balanceOf', args: [address] } as const;
    expect(await clientOf('eip155:137').readContract(balance)).toBe(12_345_678n);
    expect(await clientOf('eip155:1').readContract(balance)).toBe(0n);
  });

  it('declines a card, and delivers after a review', async () => {
    const [declined, reviewed] = [newAccount(), newAccount()];
    await pay(await orderFor(declined, ['ETH']), { offer: ETHER, amount: '0.01', card: '4000000000000002' });
    expect((await purchasesOf(declined)).map(({ status }) => status)).toEqual(['failed']);
    await pay(await orderFor(reviewed, ['ETH']), { offer: ETHER, amount: '0.01', card: '4000000000003220' });
    expect((await purchasesOf(reviewed)).map(({ status }) => status)).toEqual(['pending']);
    await settled(reviewed, 'confirmed');
    expect(await clientOf('eip155:1').getBalance({ address: declined })).toBe(0n);
  });

  it.each([
    [{ amount: '0' }, 'at most 18 decimals'],
    [{ amount: 'much' }, 'at most 18 decimals'],
    [{ amount: '100' }, 'Cards pay 10.00 to 7500.00 USD'],
    [{ amount: '0.001' }, 'Cards pay 10.00 to 7500.00 USD'],
    [{ card: '1234' }, 'card number'],
    [{ expiry: '13/34' }, 'expiry'],
    [{ code: '1' }, 'security code'],
  ])('takes no payment with %o', async (change, problem) => {
    const address = newAccount();
    const { status, html } = await pay(await orderFor(address, ['ETH']), { offer: ETHER, amount: '0.01', ...change });
    expect([status, html.includes(problem)]).toEqual([422, true]);
    expect(await purchasesOf(address)).toEqual([]);
  });

  it('sells SOL on the page that takes its order in the address, to apps that it knows', async () => {
    const { onramp = '' } = sandbox.urls;
    const address = 'CktRuQ2mttgRGkXJtyksdKHjUdc2C4TgDzyB98oEzy8';
    const order = (publicKey: string) => {
      const url = local(onramp);
      url.search = String(new URLSearchParams({ publicKey, destinationCurrencyCode: 'SOL', walletAddress: address }));
      return fetch(url);
    };
    expect((await order('other')).status).toBe(403);
    const { url } = await order('sandbox');
    const solana = Object.keys(sandbox.urls.rpc).find((chainId) => chainId.startsWith('solana:')) ?? '';
    const balance = async (): Promise<unknown> =>
      Reflect.get(Object(await callNode(sandbox.urls.rpc[solana] ?? '', 'getBalance', [address])), 'value');
    expect(await balance()).toBe(0);
    expect(await pay(url, { offer: `${solana}/slip44:501`, amount: '0.25' })).toMatchObject({ status: 200 });
    await vi.waitFor(async () => expect(await balance()).toBe(250_000_000), { timeout: 20_000 });
  });

  it('has a page for links that have expired', async () => {
    const link = await orderFor(newAccount(), ['ETH']);
    const other = local(link);
    other.searchParams.set('sessionToken', 'none');
    expect(await pageOf(String(other))).toMatchObject({ status: 404, html: expect.stringContaining('has expired') });
    expect((await pageOf(new URL('/purchases/none', link).href)).status).toBe(404);
  });
});
