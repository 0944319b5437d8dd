import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { startLoopbackServer } from '../../process/loopback-server.js';
import {
  billFor,
  CENTS,
  type Currency,
  type Delivery,
  formatCents,
  formatDelivery,
  type Market,
  PAYMENT_CURRENCIES,
  PAYMENT_LIMITS,
  readAmount,
} from './market.js';
import type { Order } from './onramp-routes.js';
import { type Choice, orderPage, PROVIDER_CSS, receiptPage, textPage } from './provider-page.js';
import type { PurchaseRow, PurchaseStore } from './purchase-store.js';

/** Name of the provider's site. Browsers resolve it to loopback. */
const HOST = 'pay.localhost';
/** Key with which the sandbox's app opens the page that takes its order in the address. */
export const SANDBOX_KEY = 'sandbox';
const REVIEW_MS = 6_000;
const MAX_SESSIONS = 1_000;

/** A delivery of what was bought. */
export interface DeliveryOrder {
  /** CAIP-2. */
  readonly chainId: string;
  /** CAIP-19. */
  readonly asset: string;
  readonly isCoin: boolean;
  readonly to: string;
  /** Base units. */
  readonly amount: bigint;
}

/** Options of {@link startProvider}. */
export interface ProviderOptions {
  readonly market: Market;
  readonly purchases: PurchaseStore;
  /** Sends what was bought, and returns the hash of the transaction. */
  readonly deliver: (order: DeliveryOrder) => Promise<string>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Default 0: any free port. */
  readonly port?: number;
}

/** Pages of the providers. */
export interface Provider {
  /** Origin of the pages. */
  readonly origin: string;
  /** Page that takes the order in its address. */
  readonly pageUrl: string;
  /** Returns the link to the page for an order. */
  readonly open: (order: Order) => string;
  stop(): Promise<void>;
}

interface Session extends Order {
  /** Provider that records them. */
  readonly provider: 'coinbase' | 'meld';
}

const PROVIDER_NAMES = { coinbase: 'Sandbox Coinbase', meld: 'Sandbox Meld' } as const;

/** Symbols in the sandbox of tokens that real providers sell. */
const SYMBOLS: Readonly<Record<string, string>> = { USDC: 'SBD' };

const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'content-type': 'text/html; charset=utf-8',
};

/** The page takes cards only. */
const [MIN_CENTS = 0n, MAX_CENTS = 0n] = [PAYMENT_LIMITS[0].min, PAYMENT_LIMITS[0].max].map((text) => readAmount(text, CENTS) ?? 0n);

/** A coin or token that the wallets of an order can receive. */
interface Offer extends Choice {
  readonly currency: Currency;
  readonly delivery: Delivery;
  readonly address: string;
}

const offersFor = (currencies: readonly Currency[], { wallets }: Order): readonly Offer[] =>
  wallets.flatMap(({ address, blockchains, assets }) =>
    currencies
      .filter(({ symbol }) => assets.length === 0 || assets.includes(symbol))
      .flatMap((currency) =>
        currency.deliveries
          .filter(({ source, network }) => blockchains.includes(network.blockchain) && source.parseAddress(address) !== null)
          .map((delivery) => ({
            ...{ currency, delivery, address },
            value: delivery.asset,
            text: `${currency.name} (${currency.symbol}) on ${delivery.network.displayName}`,
          })),
      ),
  );

const problemOfCard = (form: URLSearchParams): string | null => {
  if (!/^\d{12,19}$/.test((form.get('card') ?? '').replace(/[\s-]/g, ''))) return 'Enter a card number of 12 to 19 digits.';
  if (!/^(0[1-9]|1[0-2])\s?\/\s?\d{2}$/.test(form.get('expiry') ?? '')) return 'Enter the expiry as month and year, such as 12/34.';
  return /^\d{3,4}$/.test(form.get('code') ?? '') ? null : 'Enter the security code of 3 or 4 digits.';
};

/**
 * Starts the pages of the providers that sell what the sandbox's chains have. A payment is a purchase in the database, which is in progress until the
 * chain has delivered it.
 */
export const startProvider = async ({ market, purchases, deliver, now, port = 0 }: ProviderOptions): Promise<Provider> => {
  const sessions = new Map<string, Session>();
  const timers = new Set<NodeJS.Timeout>();
  let deliveries: Promise<unknown> = Promise.resolve();

  const openSession = (session: Session): string => {
    const id = randomUUID();
    sessions.set(id, session);
    const [oldest] = sessions.keys();
    if (sessions.size > MAX_SESSIONS && oldest !== undefined) sessions.delete(oldest);
    return id;
  };
  const linkTo = (id: string): string => `http://${HOST}:${server.port}/buy?sessionToken=${id}`;

  /** One delivery at a time: they have one payer. */
  const settle = (id: string, order: DeliveryOrder): void => {
    deliveries = deliveries
      .then(async () => purchases.settle(id, 'success', await deliver(order)))
      .catch(async (error: unknown) => {
        console.error('sandbox: a purchase could not be delivered', error);
        await purchases.settle(id, 'failed', null);
      })
      .catch((error: unknown) => console.error('sandbox: a purchase could not be settled', error));
  };

  const pay = async (session: Session, { currency, delivery, address }: Offer, units: bigint, form: URLSearchParams): Promise<string> => {
    const card = (form.get('card') ?? '').replace(/\D/g, '');
    const paymentCurrency = form.get('currency') ?? '';
    const rate = await market.rate(delivery.asset, paymentCurrency);
    if (rate === null) throw new Error(`${currency.symbol} has no price.`);
    const { source, asset, token } = delivery;
    const account = source.parseAddress(address) ?? address;
    const purchase: PurchaseRow = {
      id: randomUUID(),
      provider: session.provider,
      account,
      chain: source.chainId,
      asset,
      name: currency.name,
      symbol: currency.symbol,
      amount: formatDelivery(units, delivery),
      paid: formatCents(billFor(units, delivery.decimals, rate).total),
      payment_currency: paymentCurrency,
      price_usd: Number(rate.purchase) / 1e8,
      status: card.endsWith('0002') ? 'failed' : 'in-progress',
      created_at: now(),
      hash: null,
    };
    await purchases.add(purchase);
    if (purchase.status === 'failed') return purchase.id;
    const order = { chainId: source.chainId, asset, isCoin: token === null, to: source.showAddress(account), amount: units };
    if (!card.endsWith('3220')) settle(purchase.id, order);
    else {
      const timer = setTimeout(() => {
        timers.delete(timer);
        settle(purchase.id, order);
      }, REVIEW_MS);
      timers.add(timer);
    }
    return purchase.id;
  };

  const showOrder = async (response: ServerResponse, id: string, form: URLSearchParams, isPaying: boolean): Promise<void> => {
    const session = sessions.get(id);
    if (session === undefined) return send(response, 404, textPage('Not open', 'This order has expired. Open it again in the app.'));
    const offers = offersFor(await market.currencies(), session);
    const [first] = offers;
    if (first === undefined) return send(response, 404, textPage('Nothing to buy', 'Nothing is sold for this wallet.'));
    const chosen =
      offers.find(({ value }) => value === form.get('offer')) ??
      offers.find(({ delivery }) => delivery.network.blockchain === session.network) ??
      first;
    const { delivery, address } = chosen;
    const currency = PAYMENT_CURRENCIES.find((each) => each === form.get('currency')) ?? PAYMENT_CURRENCIES[0] ?? '';
    const typed = (form.get('amount') ?? session.amount).trim().replace(',', '.');
    const [whole = '', fraction] = typed.split('.');
    // An app does not know the decimals of what it asks for.
    const amount = fraction === undefined || form.has('amount') ? typed : `${whole}.${fraction.slice(0, delivery.decimals)}`;
    const units = readAmount(amount, delivery.decimals);
    const rate = await market.rate(delivery.asset, currency);
    const bill = units === null || units === 0n || rate === null ? null : billFor(units, delivery.decimals, rate);
    const problem =
      bill === null
        ? amount === ''
          ? 'Enter an amount.'
          : `Enter an amount with at most ${delivery.decimals} decimals.`
        : bill.total < MIN_CENTS || bill.total > MAX_CENTS
          ? `Cards pay ${formatCents(MIN_CENTS)} to ${formatCents(MAX_CENTS)} ${currency}.`
          : problemOfCard(form);
    if (isPaying && problem === null && units !== null) {
      const purchase = await pay(session, chosen, units, new URLSearchParams({ card: form.get('card') ?? '', currency }));
      return void response.writeHead(303, { ...HEADERS, location: `/purchases/${purchase}` }).end();
    }
    const cost = bill === null ? null : { total: formatCents(bill.total), fees: formatCents(bill.fee + bill.networkFee) };
    return send(
      response,
      isPaying ? 422 : 200,
      orderPage({
        ...{ provider: PROVIDER_NAMES[session.provider], session: id, offers, offer: chosen.value },
        ...{ currencies: PAYMENT_CURRENCIES, currency, amount, address, cost },
        problem: isPaying ? problem : null,
      }),
    );
  };

  /** The page that takes its order in the address, as Meld's. */
  const openFromAddress = (response: ServerResponse, query: URLSearchParams): void => {
    if (query.get('publicKey') !== SANDBOX_KEY) {
      send(response, 403, textPage('Unknown app', 'There is no app with this key.'));
      return;
    }
    const symbol = query.get('destinationCurrencyCode') ?? '';
    const wallet = { address: query.get('walletAddress') ?? '', blockchains: ['ethereum', 'polygon', 'solana'] };
    const assets = [SYMBOLS[symbol] ?? symbol];
    const id = openSession({ provider: 'meld', wallets: [{ ...wallet, assets }], network: 'ethereum', amount: '' });
    response.writeHead(303, { ...HEADERS, location: `/buy?sessionToken=${id}` }).end();
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/provider.css') return void response.writeHead(200, { 'content-type': 'text/css' }).end(PROVIDER_CSS);
    if (pathname === '/meld') return openFromAddress(response, searchParams);
    if (pathname === '/buy' && request.method === 'POST') {
      const form = new URLSearchParams(await text(request));
      return showOrder(response, form.get('session') ?? '', form, form.get('action') === 'pay');
    }
    if (pathname === '/buy') return showOrder(response, searchParams.get('sessionToken') ?? '', new URLSearchParams(), false);
    const purchase = await purchases.find(/^\/purchases\/([\w-]{1,64})$/.exec(pathname)?.[1] ?? '');
    return purchase === null
      ? send(response, 404, textPage('Not found', 'There is nothing here.'))
      : send(response, 200, receiptPage(purchase));
  };

  const server = await startLoopbackServer(port, handle);
  const origin = `http://${HOST}:${server.port}`;
  return {
    origin,
    pageUrl: `${origin}/meld`,
    open: (order) => linkTo(openSession({ ...order, provider: 'coinbase' })),
    stop: async () => {
      for (const timer of timers) clearTimeout(timer);
      await server.stop();
      await deliveries;
    },
  };
};

const send = (response: ServerResponse, status: number, html: string): void => void response.writeHead(status, HEADERS).end(html);
