import * as v from 'valibot';
import { formatUnits } from 'viem';
import type { AccountTransaction, ChainIndex, HistoryPlace, IndexedTransfer } from './chain-index.js';
import type { ChainSource, HeldNft, HeldToken, NftInfo, NftKey, TokenInfo } from './chain-source.js';
import { isSpam, readDataUrl } from './nft-metadata.js';
import type { PurchasePlace, PurchaseRow, PurchaseStatus, PurchaseStore } from './onramp/purchase-store.js';
import type { Prices } from './prices.js';
import { badRequest, Picture, RequestError, type Route, type RouteCall } from './route.js';

/** Items per page. */
const PAGE = 50;
/** Tokens in one request. */
const MAX_ADDRESSES = 100;

/** Services behind the routes. */
export interface AccountServices {
  /** By CAIP-2 id. */
  readonly sources: ReadonlyMap<string, ChainSource>;
  readonly index: ChainIndex;
  readonly prices: Prices;
  /** `null`: nothing is sold. */
  readonly purchases: PurchaseStore | null;
  /** Origin of the image service, which draws icons of tokens; `null`: tokens have none. */
  readonly images: string | null;
  /** Origin of this service. */
  readonly origin: () => string;
}

/** An account on the chains that a request is for. */
interface AccountOnChains {
  readonly account: string;
  readonly sources: readonly ChainSource[];
}

/** Splits a CAIP-10 id; the chain of a plain address is `null`. */
const splitAccount = (text: string): { readonly chainId: string | null; readonly address: string } => {
  const at = text.lastIndexOf(':');
  return at === -1 ? { chainId: null, address: text } : { chainId: text.slice(0, at), address: text.slice(at + 1) };
};

/**
 * Reads the account and the chains of a request. Clients send plain addresses and CAIP-10 ids; without a chain, all of the address's namespace are meant.
 * @throws RequestError
 */
const readAccount = ({ sources }: AccountServices, text: string, query: URLSearchParams): AccountOnChains => {
  const { chainId, address } = splitAccount(text);
  const asked = query.get('chainId') ?? chainId;
  if (asked !== null && !sources.has(asked)) throw badRequest('chainId', `The chain ${asked} is not supported.`);
  if (chainId !== null && chainId !== asked) throw badRequest('chainId', `The account is on ${chainId}, not on ${asked}.`);
  const candidates = [...sources.values()].filter((source) => asked === null || source.chainId === asked);
  const found = candidates.filter((source) => source.parseAddress(address) !== null);
  const account = found[0]?.parseAddress(address);
  if (account == null) throw badRequest('account', `${text} is not an address of these chains.`);
  return { account, sources: found.toSorted((a, b) => (a.chainId < b.chainId ? -1 : 1)) };
};

const readCursor = <Schema extends v.GenericSchema>(schema: Schema, query: URLSearchParams): v.InferOutput<Schema> | null => {
  const text = query.get('cursor');
  if (text === null || text === '') return null;
  try {
    return v.parse(schema, JSON.parse(Buffer.from(text, 'base64url').toString()));
  } catch {
    throw badRequest('cursor', 'The cursor is not one of this service.');
  }
};

const writeCursor = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const placeSchema = v.object({
  minedAtMs: v.pipe(v.number(), v.safeInteger()),
  chain: v.string(),
  block: v.pipe(v.number(), v.safeInteger()),
  position: v.pipe(v.number(), v.safeInteger()),
  hash: v.string(),
});
const nftCursorSchema = v.object({
  chain: v.string(),
  token: v.string(),
  tokenId: v.nullable(v.pipe(v.string(), v.regex(/^\d{1,78}$/))),
});

const iconOf = ({ images }: AccountServices, { symbol }: TokenInfo): string | null =>
  images === null ? null : `${images}/public/getTokenImage/${encodeURIComponent(symbol)}`;

/** URL of a picture: its own if it is remote, else one of this service, which decodes it. */
const pictureUrl = ({ origin }: AccountServices, source: ChainSource, { token, tokenId }: NftKey, { image }: NftInfo): string | null => {
  if (image === null || !image.startsWith('data:')) return image;
  const path = [source.chainId, source.showAddress(token), tokenId ?? '0'].map(encodeURIComponent).join('/');
  return `${origin()}/v1/nft-pictures/${path}`;
};

const directionOf = ({ sender, recipient }: IndexedTransfer, account: string): 'in' | 'out' | 'self' => {
  if (sender === recipient) return 'self';
  return sender === account ? 'out' : 'in';
};

const assetKey = ({ kind, token, tokenId }: IndexedTransfer): string => [kind, token, tokenId].join(' ');

/** The operation as the account sees it: what it has more and less afterwards. */
const operationOf = (transaction: AccountTransaction, account: string): string => {
  if (transaction.deploys && transaction.sender === account) return 'deploy';
  const moved = transaction.transfers.filter((transfer) => directionOf(transfer, account) !== 'self');
  if (moved.length === 0) return transaction.transfers.length > 0 ? 'send' : transaction.approves ? 'approve' : 'execute';
  const net = new Map<string, bigint>();
  for (const transfer of moved) {
    const amount = BigInt(transfer.amount) * (transfer.sender === account ? -1n : 1n);
    net.set(assetKey(transfer), (net.get(assetKey(transfer)) ?? 0n) + amount);
  }
  const hasMore = moved.filter((transfer) => transfer.recipient === account && (net.get(assetKey(transfer)) ?? 0n) >= 0n);
  const hasLess = moved.filter((transfer) => transfer.sender === account && (net.get(assetKey(transfer)) ?? 0n) <= 0n);
  if (hasMore.length > 0 && hasMore.every(({ sender }) => sender === null)) return 'mint';
  if (hasLess.length > 0 && hasMore.length > 0) return 'trade';
  if (hasLess.length > 0) return hasLess.every(({ recipient }) => recipient === null) ? 'burn' : 'send';
  return 'receive';
};

/** Operations between the account and another party. */
const TRANSFER_OPERATIONS: readonly string[] = ['send', 'receive', 'mint', 'burn'];
/** Shows where tokens are minted from and burnt to. */
const ZERO_ADDRESS = { eip155: `0x${'0'.repeat(40)}`, solana: null } as const;

/** Sender and recipient: of the transfer if the operation is one, else of the transaction. */
const partiesOf = (source: ChainSource, transaction: AccountTransaction, account: string, operation: string) => {
  const [first] = transaction.transfers;
  const show = (address: string | null): string | null => (address === null ? null : source.showAddress(address));
  if (!TRANSFER_OPERATIONS.includes(operation) || first === undefined)
    return { sentFrom: show(transaction.sender), sentTo: show(transaction.recipient) };
  const wanted = operation === 'send' || operation === 'burn' ? 'sender' : 'recipient';
  const { sender, recipient } = transaction.transfers.find((transfer) => transfer[wanted] === account) ?? first;
  const zero = ZERO_ADDRESS[source.namespace];
  return { sentFrom: show(sender) ?? zero, sentTo: show(recipient) ?? zero };
};

/** Coins, tokens and NFTs of a page, described once each. */
interface Descriptions {
  readonly tokens: ReadonlyMap<string, TokenInfo>;
  readonly nfts: ReadonlyMap<string, NftInfo>;
  readonly prices: ReadonlyMap<string, number>;
}

const priceKey = (asset: string, atMs: number): string => `${atMs} ${asset}`;
const nftKey = ({ token, tokenId }: { readonly token: string | null; readonly tokenId: string | null }): string => `${token} ${tokenId}`;
const isCollectible = ({ kind }: IndexedTransfer): boolean => kind === 'erc721' || kind === 'erc1155';

const describe = async (
  { prices }: AccountServices,
  source: ChainSource,
  transactions: readonly AccountTransaction[],
): Promise<Descriptions> => {
  const transfers = transactions.flatMap((transaction) => transaction.transfers);
  const fungibles = transfers.filter((transfer) => !isCollectible(transfer));
  const tokens = await source.describeTokens([...new Set(fungibles.flatMap(({ token }) => token ?? []))]);
  const keys = new Map<string, NftKey>();
  for (const transfer of transfers) {
    const { token, tokenId } = transfer;
    if (token !== null && (isCollectible(transfer) || tokens.get(token)?.isNft === true)) keys.set(nftKey(transfer), { token, tokenId });
  }
  const wanted = new Map<string, { readonly asset: string; readonly atMs: number }>();
  for (const { transfers: moved, minedAtMs } of transactions)
    for (const transfer of moved) {
      if (keys.has(nftKey(transfer))) continue;
      const asset = source.assetOf(transfer.token);
      wanted.set(priceKey(asset, minedAtMs), { asset, atMs: minedAtMs });
    }
  const [infos, values] = await Promise.all([source.describeNfts([...keys.values()]), prices.at([...wanted.values()])]);
  return {
    tokens,
    nfts: new Map([...keys.keys()].flatMap((key, index) => (infos[index] === undefined ? [] : [[key, infos[index]]]))),
    prices: new Map([...wanted.keys()].flatMap((key, index) => (values[index] == null ? [] : [[key, values[index]]]))),
  };
};

const showTransfer = (
  services: AccountServices,
  source: ChainSource,
  { minedAtMs }: AccountTransaction,
  transfer: IndexedTransfer,
  account: string,
  { tokens, nfts, prices }: Descriptions,
): unknown => {
  const { token, tokenId, amount } = transfer;
  const direction = directionOf(transfer, account);
  const nft = nfts.get(nftKey(transfer));
  if (nft !== undefined && token !== null) {
    const url = pictureUrl(services, source, { token, tokenId }, nft);
    return {
      nft_info: {
        name: nft.name,
        content: { preview: { url }, detail: { url } },
        flags: { is_spam: isSpam(nft) },
      },
      direction,
      quantity: { numeric: amount },
      value: null,
      price: null,
    };
  }
  const info = token === null ? source.coin : tokens.get(token);
  if (info === undefined) throw new RequestError(502, source.chainId, `The token ${token} of ${source.chainId} could not be read.`);
  const price = prices.get(priceKey(source.assetOf(token), minedAtMs)) ?? null;
  const numeric = formatUnits(BigInt(amount), info.decimals);
  return {
    fungible_info: { name: info.name, symbol: info.symbol, icon: { url: iconOf(services, info) } },
    direction,
    quantity: { numeric },
    value: price === null ? null : price * Number(numeric),
    price,
  };
};

const showTransaction = (
  services: AccountServices,
  source: ChainSource,
  transaction: AccountTransaction,
  account: string,
  status: string,
  descriptions: Descriptions,
): unknown => {
  const { hash, minedAtMs, nonce, transfers } = transaction;
  const operationType = operationOf(transaction, account);
  return {
    id: `${source.chainId}:${hash}`,
    metadata: {
      operationType,
      hash,
      minedAt: new Date(minedAtMs).toISOString(),
      ...partiesOf(source, transaction, account, operationType),
      status,
      nonce,
      chain: source.chainId,
    },
    transfers: transfers.map((transfer) => showTransfer(services, source, transaction, transfer, account, descriptions)),
  };
};

const purchasePlaceSchema = v.object({ created_at: v.pipe(v.number(), v.safeInteger()), id: v.string() });

/** As clients of the provider know it. */
const PURCHASE_STATUSES: Readonly<Record<PurchaseStatus, string>> = {
  'in-progress': 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS',
  success: 'ONRAMP_TRANSACTION_STATUS_SUCCESS',
  failed: 'ONRAMP_TRANSACTION_STATUS_FAILED',
};

const showPurchase = (services: AccountServices, { sources }: AccountOnChains, purchase: PurchaseRow): unknown => {
  const { id, chain, account, name, symbol, amount, price_usd, status, created_at, hash } = purchase;
  const price = price_usd;
  return {
    id,
    metadata: {
      operationType: 'bought',
      hash,
      minedAt: new Date(created_at).toISOString(),
      sentFrom: null,
      sentTo: sources[0]?.showAddress(account) ?? account,
      status: PURCHASE_STATUSES[status],
      nonce: null,
      chain,
    },
    transfers: [
      {
        fungible_info: { name, symbol, icon: { url: iconOf(services, { name, symbol, decimals: 0, isNft: false }) } },
        direction: 'in',
        quantity: { numeric: amount },
        value: price === null ? null : price * Number(amount),
        price,
      },
    ],
  };
};

/** Purchases of an account, on all chains: the user chooses one at the provider. */
const purchases = async (services: AccountServices, on: AccountOnChains, provider: string, query: URLSearchParams): Promise<unknown> => {
  if (services.purchases === null) throw new RequestError(501, 'onramp', 'This service knows no purchases.');
  const below: PurchasePlace | null = readCursor(purchasePlaceSchema, query);
  const found = await services.purchases.list(on.account, provider, below, PAGE + 1);
  const page = found.slice(0, PAGE);
  const last = page.at(-1);
  return {
    data: page.map((purchase) => showPurchase(services, on, purchase)),
    next:
      last === undefined || found.length <= PAGE ? null : writeCursor({ created_at: last.created_at, id: last.id } satisfies PurchasePlace),
  };
};

const history = async (services: AccountServices, { params, query }: RouteCall): Promise<unknown> => {
  const on = readAccount(services, params['account'] ?? '', query);
  const { account, sources } = on;
  const onramp = query.get('onramp');
  if (onramp !== null && onramp !== 'coinbase') throw badRequest('onramp', `There is no on-ramp ${onramp}.`);
  if (onramp !== null) return purchases(services, on, onramp, query);
  const below: HistoryPlace | null = readCursor(placeSchema, query);
  // Read first, so that one that is mined meanwhile is in both, and not in neither.
  const waiting = below === null ? (await Promise.all(sources.map((source) => source.pending(account)))).flat() : [];
  await Promise.all(sources.map((source) => source.catchUp(account)));
  const chains = sources.map(({ chainId }) => chainId);
  // One more than a page: there is a next page then.
  const mined = await services.index.history(account, chains, below, PAGE + 1);
  const minedHashes = new Set(mined.map(({ hash }) => hash));
  const pending = waiting.filter(({ hash }) => !minedHashes.has(hash));
  const page = mined.slice(0, PAGE);
  const all = [...pending, ...page];
  const described = new Map(
    await Promise.all(
      sources.map(
        async (source) =>
          [
            source.chainId,
            {
              source,
              descriptions: await describe(
                services,
                source,
                all.filter(({ chain }) => chain === source.chainId),
              ),
            },
          ] as const,
      ),
    ),
  );
  const data = all.flatMap((transaction, index) => {
    const found = described.get(transaction.chain);
    if (found === undefined) return [];
    const status = index < pending.length ? 'pending' : transaction.failed ? 'failed' : 'confirmed';
    return [showTransaction(services, found.source, transaction, account, status, found.descriptions)];
  });
  const last = page.at(-1);
  if (last === undefined || mined.length <= PAGE) return { data, next: null };
  const { minedAtMs, chain, block, position, hash } = last;
  return { data, next: writeCursor({ minedAtMs, chain, block, position, hash } satisfies HistoryPlace) };
};

const checkCurrency = (currency: unknown): void => {
  if (currency !== 'usd') throw badRequest('currency', 'The only currency is usd.');
};

const balances = async (services: AccountServices, { params, query }: RouteCall): Promise<unknown> => {
  const { account, sources } = readAccount(services, params['account'] ?? '', query);
  checkCurrency(query.get('currency') ?? 'usd');
  const forced = (query.get('forceUpdate') ?? '').split(',').filter((id) => id !== '');
  const held = await Promise.all(
    sources.map(async (source) => {
      await source.catchUp(account);
      const more = forced.flatMap((id) => {
        const { chainId, address } = splitAccount(id);
        const token = source.parseAddress(address);
        if (token === null && chainId === source.chainId) throw badRequest('forceUpdate', `${id} is not a token.`);
        return chainId !== source.chainId || token === null || source.isCoin(address) ? [] : [token];
      });
      return (await source.balances(account, more)).map((token) => ({ source, token }));
    }),
  );
  const all = held.flat();
  const prices = await services.prices.current(all.map(({ source, token: { token } }) => source.assetOf(token)));
  return {
    balances: all.map(({ source, token }) => showBalance(services, source, token, prices.get(source.assetOf(token.token))?.price ?? null)),
  };
};

const showBalance = (services: AccountServices, source: ChainSource, held: HeldToken, price: number | null): unknown => {
  const { name, symbol, token, decimals, amount } = held;
  const numeric = formatUnits(amount, decimals);
  return {
    name,
    symbol,
    chainId: source.chainId,
    ...(token === null ? {} : { address: `${source.chainId}:${source.showAddress(token)}` }),
    ...(price === null ? {} : { value: price * Number(numeric), price }),
    quantity: { decimals: String(decimals), numeric },
    iconUrl: iconOf(services, held),
  };
};

const pricesSchema = v.object({
  currency: v.unknown(),
  addresses: v.pipe(v.array(v.string()), v.maxLength(MAX_ADDRESSES)),
});

const prices = async (services: AccountServices, { body }: RouteCall): Promise<unknown> => {
  const parsed = v.safeParse(pricesSchema, body);
  if (!parsed.success) throw badRequest('addresses', `The body needs at most ${MAX_ADDRESSES} addresses.`);
  checkCurrency(parsed.output.currency);
  const wanted = parsed.output.addresses.map((id) => {
    const { chainId, address } = splitAccount(id);
    const source = services.sources.get(chainId ?? '');
    if (source === undefined) throw badRequest('addresses', `${id} is not on a supported chain.`);
    const token = source.isCoin(address) ? null : source.parseAddress(address);
    if (token === null && !source.isCoin(address)) throw badRequest('addresses', `${id} is not a token.`);
    return { source, token, asset: source.assetOf(token) };
  });
  const current = await services.prices.current([...new Set(wanted.map(({ asset }) => asset))]);
  const priced = wanted.filter(({ asset }) => current.has(asset));
  const infos = new Map<string, TokenInfo>();
  for (const source of services.sources.values()) {
    const tokens = priced.flatMap((each) => (each.source === source && each.token !== null ? [each.token] : []));
    for (const [token, info] of await source.describeTokens([...new Set(tokens)])) infos.set(source.assetOf(token), info);
  }
  return {
    fungibles: priced.flatMap(({ source, token, asset }) => {
      const info = token === null ? source.coin : infos.get(asset);
      const price = current.get(asset);
      if (info === undefined || price === undefined) return [];
      return [{ name: info.name, symbol: info.symbol, iconUrl: iconOf(services, info), ...price }];
    }),
  };
};

const showNft = (services: AccountServices, source: ChainSource, nft: HeldNft): unknown => {
  const { name, collection, token, tokenId, quantity } = nft;
  return {
    id: [source.chainId, source.showAddress(token), ...(tokenId === null ? [] : [tokenId])].join(':'),
    name,
    collection,
    address: source.showAddress(token),
    token_id: tokenId,
    quantity: quantity.toString(),
    image_url: pictureUrl(services, source, nft, nft),
    is_spam: isSpam(nft),
    chainId: source.chainId,
  };
};

const nfts = async (services: AccountServices, { params, query }: RouteCall): Promise<unknown> => {
  const { account, sources } = readAccount(services, params['account'] ?? '', query);
  const cursor = readCursor(nftCursorSchema, query);
  const found: { readonly source: ChainSource; readonly nft: HeldNft }[] = [];
  // By chain, contract and id. One more than a page: there is a next page then.
  for (const source of sources) {
    if ((cursor !== null && source.chainId < cursor.chain) || found.length > PAGE) continue;
    await source.catchUp(account);
    const after = cursor?.chain === source.chainId ? cursor : null;
    const held = await source.nfts(account, after, PAGE + 1 - found.length);
    found.push(...held.map((nft) => ({ source, nft })));
  }
  const page = found.slice(0, PAGE);
  const last = page.at(-1);
  const data = page.map(({ source, nft }) => showNft(services, source, nft));
  if (last === undefined || found.length <= PAGE) return { data, next: null };
  const { source, nft } = last;
  return { data, next: writeCursor({ chain: source.chainId, token: nft.token, tokenId: nft.tokenId }) };
};

/** The picture that a contract draws itself, for the image service. */
const nftPicture = async ({ sources }: AccountServices, { params }: RouteCall): Promise<unknown> => {
  const { chain = '', address = '', id = '' } = params;
  const source = sources.get(chain);
  const token = source?.parseAddress(address) ?? null;
  if (source === undefined || token === null || !/^\d{1,78}$/.test(id)) throw badRequest('address', 'There is no such NFT.');
  const [info] = await source.describeNfts([{ token, tokenId: id }]);
  const picture = info?.image == null ? null : readDataUrl(info.image);
  if (picture === null || !picture.contentType.startsWith('image/'))
    throw new RequestError(404, 'address', 'The NFT has no picture of its own.');
  return new Picture(picture.contentType, picture.bytes);
};

/** The routes of accounts, and of the prices of what they hold. */
export const accountRoutes = (services: AccountServices): readonly Route[] => [
  {
    method: 'GET',
    path: '/v1/supported-chains',
    handle: async () => {
      const sources = [...services.sources.values()];
      const ws = sources.filter(({ hasWebSocket }) => hasWebSocket);
      return { http: sources.map(({ chainId }) => chainId), ws: ws.map(({ chainId }) => chainId) };
    },
  },
  { method: 'GET', path: '/v1/account/:account/history', handle: (call) => history(services, call) },
  { method: 'GET', path: '/v1/account/:account/balance', handle: (call) => balances(services, call) },
  { method: 'GET', path: '/v1/account/:account/nfts', handle: (call) => nfts(services, call) },
  { method: 'POST', path: '/v1/fungible/price', handle: (call) => prices(services, call) },
  { method: 'GET', path: '/v1/nft-pictures/:chain/:address/:id', handle: (call) => nftPicture(services, call) },
];
