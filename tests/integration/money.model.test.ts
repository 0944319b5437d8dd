import {
  CONTRACTS,
  createWallet,
  type RunningChain,
  type SandboxProvider,
  startBlockchainApi,
  startChain,
  type Wallet,
} from '@latchkey/sandbox';
import fc from 'fast-check';
import { asyncScheduler, filter, firstValueFrom, lastValueFrom, type SchedulerAction, timeout } from 'rxjs';
import {
  type Address,
  createTestClient,
  encodeFunctionData,
  erc20Abi,
  formatUnits,
  getAddress,
  type Hex,
  http,
  parseEventLogs,
  parseUnits,
  publicActions,
  type TransactionReceipt,
  walletActions,
} from 'viem';
import { mainnet as viemMainnet } from 'viem/chains';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Latchkey } from '../../application/latchkey.js';
import { CLOCK, type Clock } from '../../application/ports/clock.port.js';
import { FakeStorage } from '../../application/ports/storage.fake.js';
import { STORAGE } from '../../application/ports/storage.port.js';
import type { SubmitSwapState } from '../../application/swap/submit-swap.use-case.js';
import { createLatchkey } from '../../composition/create-latchkey.js';
import { eip155 } from '../../composition/modules/eip155.module.js';
import { defineModule } from '../../composition/wire.js';
import { toChainId } from '../../domain/caip/caip-2.js';
import { formatAssetId } from '../../domain/caip/caip-19.js';
import { isLatchkeyError } from '../../domain/errors/latchkey-error.js';
import { mainnet } from '../../domain/network/networks/eip155.js';
import type { ReplacementMode } from '../../domain/send/replacement.js';
import type { SwapToken } from '../../domain/swap/parse-swap.js';
import { type EvmStock, stockEvmChain } from '../../sandbox/chains/stock-evm-chain.js';
import { stockExchange } from '../../sandbox/chains/stock-exchange.js';
import { devAccounts } from '../../sandbox/wallet/engine/keyring.js';

const CHAIN = toChainId('eip155:1');
const COIN: Address = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE';
const RECIPIENT: Address = '0x000000000000000000000000000000000000dEaD';
/** Trades on the exchange, too. */
const TRADER: Address = '0x00000000000000000000000000000000000e5a11';
const CONNECTOR = { namespace: 'eip155', connectorId: 'sandbox' } as const;
/** Longest pause between two reads of a transaction, in ms. */
const LONGEST_PAUSE_MS = 4_000;
/** A clock with short pauses between reads, and unchanged time limits. */
const SHORT_PAUSES: Clock = {
  now: () => Date.now(),
  scheduler: {
    now: () => Date.now(),
    schedule: <T>(work: (this: SchedulerAction<T>, state?: T) => void, delay = 0, state?: T) =>
      asyncScheduler.schedule(work, delay <= LONGEST_PAUSE_MS ? delay / 20 : delay, state),
  },
};
/** Runs of `npm test`. */
const RUNS = 4;
const COMMANDS = 7;

const SIDES = ['ETH', 'SBT', 'SBD'] as const;
type Side = (typeof SIDES)[number];

/** Something that fails, or that others do, on the way. */
type Fault =
  | 'none'
  | 'reject-first'
  | 'reject-second'
  | 'quotes-down'
  | 'allowance-down'
  | 'build-down'
  | 'approve-down'
  | 'price-moves'
  | 'price-moves-after-approval'
  | 'liquidity-gone'
  | 'killed-at-prompt'
  | 'killed-after-broadcast';
const FAULTS: readonly Fault[] = [
  ...(['none', 'none', 'reject-first', 'reject-second', 'quotes-down', 'allowance-down', 'build-down', 'approve-down'] as const),
  ...(['price-moves', 'price-moves-after-approval', 'liquidity-gone', 'killed-at-prompt', 'killed-after-broadcast'] as const),
];
/** Paths of the service that fail. */
const DOWN: Readonly<Partial<Record<Fault, string>>> = {
  'quotes-down': '/convert/quotes',
  'allowance-down': '/convert/allowance',
  'build-down': '/convert/build-transaction',
  'approve-down': '/convert/build-approve',
};

/** Something that happens to a replacement. */
type ReplacementFault = 'none' | 'reject' | 'mined-meanwhile' | 'killed-at-prompt' | 'killed-after-broadcast';
const REPLACEMENT_FAULTS: readonly ReplacementFault[] = ['none', 'reject', 'mined-meanwhile', 'killed-at-prompt', 'killed-after-broadcast'];

type Action =
  | { readonly do: 'send'; readonly side: Side; readonly amount: number; readonly fault: Fault }
  | {
      readonly do: 'replace';
      readonly mode: ReplacementMode;
      readonly side: Side;
      readonly amount: number;
      readonly fault: ReplacementFault;
    }
  | { readonly do: 'swap'; readonly from: Side; readonly to: Side; readonly amount: number; readonly fault: Fault };

const side = fc.constantFrom(...SIDES);
const amount = fc.integer({ min: 1, max: 200 });
const fault = fc.constantFrom(...FAULTS);
const action = fc.oneof(
  { weight: 1, arbitrary: fc.record({ do: fc.constant<'send'>('send'), side, amount, fault }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant<'replace'>('replace'),
      ...{ mode: fc.constantFrom<ReplacementMode>('speed-up', 'cancel'), side, amount, fault: fc.constantFrom(...REPLACEMENT_FAULTS) },
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant<'swap'>('swap'), from: side, to: side, amount, fault }).filter(({ from, to }) => from !== to),
  },
);

let chain: RunningChain;
let stock: EvmStock;
let api: Awaited<ReturnType<typeof startBlockchainApi>>;
let node: ReturnType<typeof clientOf>;
let user: Address;

const clientOf = (rpcUrl: string) =>
  createTestClient({ mode: 'anvil', chain: viemMainnet, transport: http(rpcUrl, { retryCount: 0 }), cacheTime: 0, pollingInterval: 20 })
    .extend(publicActions)
    .extend(walletActions);

beforeAll(async () => {
  const [owner] = devAccounts(1);
  if (owner === undefined) throw new Error('There is no account.');
  user = getAddress(owner.address);
  chain = await startChain({ chainId: 1 });
  stock = await stockEvmChain(chain, [user, TRADER]);
  await stockExchange(chain.rpcUrl, stock.contracts, 'ETH', stock.tokens);
  node = clientOf(chain.rpcUrl);
  await node.setBalance({ address: TRADER, value: parseUnits('1000000', 18) });
  await node.impersonateAccount({ address: TRADER });
  api = await startBlockchainApi({
    chains: [{ chainId: 'eip155:1', rpcUrl: chain.rpcUrl, coin: { name: 'Ether', symbol: 'ETH', decimals: 18 }, coinType: 60 }],
    priceFeeds: { rpcUrl: chain.rpcUrl, address: stock.contracts.priceFeeds },
    exchange: stock.contracts.exchange,
    opensDatabase: true,
  });
});
afterAll(async () => {
  await Promise.all([api.stop(), chain.stop()]);
});

const contractOf = (of: Side): Address | null => (of === 'ETH' ? null : of === 'SBT' ? stock.contracts.token : stock.contracts.dollar);
const decimalsOf = (of: Side): number => (of === 'SBD' ? 6 : 18);
/** Small amounts of ether, which is worth more. */
const unitsOf = (of: Side, each: number): bigint => parseUnits(String(each), decimalsOf(of)) / (of === 'ETH' ? 1_000n : 1n);
const assetOf = (of: Side) => {
  const contract = contractOf(of);
  return contract === null ? null : formatAssetId({ chainId: CHAIN, assetNamespace: 'erc20', assetReference: contract });
};
const tokenOf = (of: Side): SwapToken => ({
  ...{ chainId: CHAIN, asset: assetOf(of), name: of, symbol: of, decimals: decimalsOf(of), iconUrl: null, hasPermit: false },
});
const balanceOf = (of: Side, address: Address): Promise<bigint> => {
  const contract = contractOf(of);
  return contract === null
    ? node.getBalance({ address })
    : node.readContract({ address: contract, abi: erc20Abi, functionName: 'balanceOf', args: [address] });
};

/** A transaction of another user of the exchange. */
const trade = async (data: Hex, to: Address, value = 0n): Promise<void> => {
  const hash = await node.sendTransaction({ account: TRADER, to, data, value });
  expect((await node.waitForTransactionReceipt({ hash })).status).toBe('success');
};
const { abi } = CONTRACTS.Exchange;

/** Moves the price of a swap against the user. */
const movePrice = async (from: Side, to: Side): Promise<void> => {
  const { exchange } = stock.contracts;
  const bought = contractOf(to);
  if (bought !== null)
    await trade(
      encodeFunctionData({ abi, functionName: 'swap', args: [COIN, bought, parseUnits('60', 18), 0n, 2n ** 64n] }),
      exchange,
      parseUnits('60', 18),
    );
  const sold = contractOf(from);
  if (sold === null || bought !== null) return;
  const all = await balanceOf(from, TRADER);
  await trade(
    encodeFunctionData({
      abi: CONTRACTS.SandboxToken.abi,
      functionName: 'mint',
      args: [TRADER, 10_000n * 10n ** BigInt(decimalsOf(from))],
    }),
    sold,
  );
  await trade(encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [exchange, 2n ** 255n] }), sold);
  await trade(
    encodeFunctionData({ abi, functionName: 'swap', args: [sold, COIN, (await balanceOf(from, TRADER)) - all, 0n, 2n ** 64n] }),
    exchange,
  );
};

/** Takes the liquidity of a token away; returns how to bring it back. */
const drain = async (of: Side): Promise<() => Promise<void>> => {
  const token = contractOf(of);
  if (token === null) return async () => undefined;
  const { exchange } = stock.contracts;
  const [coins, tokens] = await node.readContract({ address: exchange, abi, functionName: 'pools', args: [token] });
  await trade(encodeFunctionData({ abi, functionName: 'remove', args: [token, 1_000n, TRADER] }), exchange);
  return async () => {
    await trade(encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [exchange, tokens] }), token);
    await trade(encodeFunctionData({ abi, functionName: 'add', args: [token] }), exchange, coins);
  };
};

/** Outcome that a run reported, and the minimum that it was allowed. */
interface Outcome {
  readonly action: Action;
  /** `killed`: the page was closed on the way. */
  readonly said: 'success' | 'error' | 'killed';
  readonly code?: string;
  readonly hash?: string;
  /** Base units of the target that the user has reviewed; `null` for a transfer. */
  readonly minimum: bigint | null;
}

/** A page with the wallet in it, which can be closed and opened again. */
class Page {
  readonly #wallet: Wallet;
  readonly #storage = new FakeStorage();
  client: Latchkey;
  /** Called with the number of a request to send, before and after it is in the network. */
  onSend: (count: number, when: 'before' | 'after') => Promise<void> | void = () => undefined;
  #sends = 0;
  private constructor(wallet: Wallet) {
    this.#wallet = wallet;
    this.client = this.#start();
  }

  static async open(): Promise<Page> {
    const wallet = createWallet({ 1: chain.rpcUrl, 137: chain.rpcUrl, 100: chain.rpcUrl });
    await wallet.control.autoApprove(true);
    const page = new Page(wallet);
    await page.client.ready;
    await page.client.connect(CONNECTOR);
    return page;
  }

  /** Forgets the sends so far. */
  reset(): void {
    this.#sends = 0;
    this.onSend = () => undefined;
  }

  async reopen(): Promise<void> {
    this.client.dispose();
    this.client = this.#start();
    await this.client.ready;
  }

  close(): void {
    this.client.dispose();
  }

  #start(): Latchkey {
    const provider = this.#wallet.provider('https://app.example');
    const wrapped: SandboxProvider = Object.assign(Object.create(provider), {
      request: async (request: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown> => {
        if (request.method !== 'eth_sendTransaction') return provider.request(request);
        this.#sends += 1;
        const count = this.#sends;
        await this.onSend(count, 'before');
        const hash = await provider.request(request);
        await this.onSend(count, 'after');
        return hash;
      },
      on: provider.on.bind(provider),
      removeListener: provider.removeListener.bind(provider),
    });
    return createLatchkey({
      networks: [mainnet],
      customRpcUrls: { 'eip155:1': [{ url: chain.rpcUrl }] },
      endpoints: { blockchainApi: api.origin },
      modules: [
        eip155({ providers: [{ id: 'sandbox', name: 'Sandbox', provider: wrapped }] }),
        defineModule((wire) => {
          wire(STORAGE, [], () => this.#storage);
          wire(CLOCK, [], () => SHORT_PAUSES);
        }),
      ],
    });
  }
}

const REJECTED = Object.assign(new Error('User rejected the request.'), { code: 4001 });
const LONG = { each: 20_000 } as const;

/** Performs one action, and returns what the user was told. */
const perform = async (page: Page, each: Exclude<Action, { readonly do: 'replace' }>): Promise<Outcome> => {
  page.reset();
  const killed = new Promise<'killed'>((resolve) => {
    page.onSend = async (count, when) => {
      const { fault } = each;
      if (when === 'before' && ((fault === 'reject-first' && count === 1) || (fault === 'reject-second' && count === 2))) throw REJECTED;
      if (when === 'after' && fault === 'price-moves-after-approval' && count === 1 && each.do === 'swap')
        await movePrice(each.from, each.to);
      if ((when === 'before' && fault === 'killed-at-prompt') || (when === 'after' && fault === 'killed-after-broadcast')) {
        resolve('killed');
        // The page is gone: there is no response.
        await new Promise(() => undefined);
      }
    };
  });
  const told = each.do === 'send' ? await sendOf(page, each) : await swapOf(page, each);
  if (told === null) return { action: each, said: 'error', code: 'form', minimum: null };
  const end = await Promise.race([told.end, killed]);
  if (end === 'killed') {
    await page.reopen();
    return { action: each, said: 'killed', minimum: told.minimum };
  }
  if (end.status === 'success') return { action: each, said: 'success', hash: end.data.hash, minimum: told.minimum };
  if (end.status === 'error') return { action: each, said: 'error', code: end.error.code, minimum: told.minimum };
  throw new Error('A run ended without an outcome.');
};

interface Told {
  readonly end: Promise<SubmitSwapState>;
  readonly minimum: bigint | null;
}

const transferOf = (of: Side, each: number) => {
  const asset = assetOf(of);
  return { to: RECIPIENT, value: unitsOf(of, each), ...(asset === null ? {} : { asset }) };
};

const sendOf = async ({ client }: Page, { side: of, amount: each }: Action & { readonly do: 'send' }): Promise<Told> => ({
  end: lastValueFrom(client.useCases.sendTransaction.execute(transferOf(of, each))),
  minimum: null,
});

/** Outcomes of a transaction that was to be replaced. */
const outcomeAfter = ({ mode, fault }: Action & { readonly do: 'replace' }): string => {
  if (fault === 'none') return 'replaced';
  if (fault !== 'killed-after-broadcast') return 'confirmed';
  // The page never heard of the replacement: the same payment in another transaction is this payment, another one took its nonce.
  return mode === 'speed-up' ? 'confirmed' : 'dropped';
};

/** Sends a transfer that waits, replaces it, and mines. Returns each broken rule; `null` if it cannot be sent. */
const replaceOn = async (page: Page, each: Action & { readonly do: 'replace' }): Promise<readonly string[] | null> => {
  const { mode, fault } = each;
  const broken: string[] = [];
  page.reset();
  const recorded = () => page.client.useCases.watchTransactions.current();
  const before = await balanceOf(each.side, RECIPIENT);
  await node.setAutomine(false);
  try {
    const hash = await new Promise<string | null>((resolve, reject) => {
      page.client.useCases.sendTransaction.execute(transferOf(each.side, each.amount)).subscribe((state) => {
        if (state.status === 'pending' && state.hash !== undefined) resolve(state.hash);
        else if (state.status === 'error') isLatchkeyError(state.error, 'send/above-balance') ? resolve(null) : reject(state.error);
      });
    });
    if (hash === null) return null;
    const killed = new Promise<'killed'>((resolve) => {
      page.onSend = async (_count, when) => {
        if (when === 'before' && fault === 'mined-meanwhile') await node.mine({ blocks: 1 });
        if (when === 'before' && fault === 'reject') throw REJECTED;
        if ((when === 'before' && fault === 'killed-at-prompt') || (when === 'after' && fault === 'killed-after-broadcast')) {
          resolve('killed');
          // The page is gone: there is no response.
          await new Promise(() => undefined);
        }
      };
    });
    const { speedUpTransaction, cancelTransaction } = page.client.useCases;
    const run$ = (mode === 'cancel' ? cancelTransaction : speedUpTransaction).execute({ chainId: CHAIN, hash });
    const answered = run$.pipe(filter((state) => state.status !== 'pending' || state.hash !== undefined));
    const told = await Promise.race([firstValueFrom(answered), killed]);
    if (told === 'killed') await page.reopen();
    await node.mine({ blocks: 1 });
    const tracked = page.client.useCases.watchTransactions.execute().pipe(
      filter((list) => list.find((sent) => sent.hash === hash)?.outcome != null),
      timeout(LONG),
    );
    const list = await firstValueFrom(tracked);
    const outcome = list.find((sent) => sent.hash === hash)?.outcome?.status;
    const received = (await balanceOf(each.side, RECIPIENT)) - before;
    if (outcome !== outcomeAfter(each)) broken.push(`says ${outcome}`);
    const isReplaced = fault === 'none' || fault === 'killed-after-broadcast';
    const expected = isReplaced && mode === 'cancel' ? 0n : unitsOf(each.side, each.amount);
    if (received !== expected) broken.push(`moved ${received} instead of ${expected}`);
    if (recorded().some((sent) => sent.outcome?.status === 'reverted')) broken.push('says that it reverted');
  } finally {
    await node.setAutomine(true);
  }
  return broken.map((text) => `${JSON.stringify(each)} ${text}`);
};

/** Fills the form in and submits it; `null` if it cannot be submitted. */
const swapOf = async ({ client }: Page, { from, to, amount: each, fault }: Action & { readonly do: 'swap' }): Promise<Told | null> => {
  await client.load('swap');
  const { watchSwap, editSwap, submitSwap } = client.useCases;
  const watching = watchSwap.execute().subscribe();
  try {
    editSwap
      .execute({ source: tokenOf(from), target: tokenOf(to), amount: formatUnits(unitsOf(from, each), decimalsOf(from)) })
      .subscribe();
    const ready = watchSwap.execute().pipe(
      filter(
        ({ fault: missing, isQuoting, quoteError }) => !isQuoting && (missing === null || quoteError !== null || missing !== 'no-quote'),
      ),
      timeout(LONG),
    );
    const state = await firstValueFrom(ready);
    if (state.fault !== null) return null;
    // The fault comes between the review and the outcome.
    const path = DOWN[fault];
    if (path !== undefined) await api.control.addFault({ mode: 'status', status: 500, of: path });
    if (fault === 'price-moves') await movePrice(from, to);
    const refill = fault === 'liquidity-gone' ? await drain(to === 'ETH' ? from : to) : null;
    const end = lastValueFrom(submitSwap.execute(state.minimum === null ? undefined : { minimum: state.minimum })).finally(async () => {
      await api.control.clearFaults();
      await refill?.();
    });
    return { end, minimum: state.minimum };
  } finally {
    watching.unsubscribe();
  }
};

/** Transactions of the user since a block, oldest first. */
const receiptsSince = async (start: bigint): Promise<readonly TransactionReceipt[]> => {
  const receipts: TransactionReceipt[] = [];
  for (let at = start + 1n; at <= (await node.getBlockNumber()); at += 1n) {
    const { transactions } = await node.getBlock({ blockNumber: at, includeTransactions: true });
    for (const { hash, from } of transactions) if (getAddress(from) === user) receipts.push(await node.getTransactionReceipt({ hash }));
  }
  return receipts;
};

const swapsIn = (receipts: readonly TransactionReceipt[]) =>
  receipts.flatMap(({ logs, transactionHash }) =>
    parseEventLogs({ abi, logs, eventName: 'Swapped' }).map(({ args }) => ({ ...args, hash: transactionHash })),
  );

/** Amounts that the user's transactions moved, by side; ether without the fees. */
const movedBy = async (receipts: readonly TransactionReceipt[]): Promise<Readonly<Record<Side, bigint>>> => {
  const moved: Record<Side, bigint> = { ETH: 0n, SBT: 0n, SBD: 0n };
  for (const { transactionHash: hash, status, gasUsed, effectiveGasPrice } of receipts) {
    moved.ETH -= gasUsed * effectiveGasPrice;
    if (status === 'success') moved.ETH -= (await node.getTransaction({ hash })).value;
  }
  for (const { to, received } of swapsIn(receipts)) if (to === COIN) moved.ETH += received;
  for (const of of ['SBT', 'SBD'] as const)
    for (const { address, args } of parseEventLogs({ abi: erc20Abi, logs: receipts.flatMap(({ logs }) => logs), eventName: 'Transfer' })) {
      if (getAddress(address) !== contractOf(of)) continue;
      if (args.from === user) moved[of] -= args.value;
      if (args.to === user) moved[of] += args.value;
    }
  return moved;
};

const balances = async (): Promise<readonly bigint[]> => Promise.all(SIDES.map((of) => balanceOf(of, user)));

/** Runs actions on one page, and returns each broken rule. */
const violationsOf = async (actions: readonly Action[]): Promise<readonly string[]> => {
  const broken: string[] = [];
  const page = await Page.open();
  const start = await node.getBlockNumber();
  const before = await balances();
  let known = 0;
  for (const each of actions) {
    const name = JSON.stringify(each);
    if (each.do === 'replace') {
      const violations = await replaceOn(page, each);
      broken.push(...(violations ?? []));
      const count = (await receiptsSince(start)).length;
      if (count - known !== (violations === null ? 0 : 1)) broken.push(`${name} mined ${count - known} transactions`);
      known = count;
      continue;
    }
    const outcome = await perform(page, each);
    const receipts = await receiptsSince(start);
    const fresh = receipts.slice(known);
    known = receipts.length;
    const swaps = swapsIn(fresh);
    const approvals = fresh.length - swaps.length;
    if (each.do === 'swap' && swaps.length > 1) broken.push(`${name} swapped twice`);
    if (each.do === 'swap' && outcome.said === 'error' && swaps.length > 0) broken.push(`${name} said ${outcome.code} but swapped`);
    if (each.do === 'swap' && outcome.said === 'success' && swaps[0]?.hash !== outcome.hash) broken.push(`${name} said it swapped`);
    if (each.do === 'swap' && approvals > 1) broken.push(`${name} approved ${approvals} times`);
    if (each.do === 'send' && (outcome.said === 'success') !== (fresh.length === 1) && outcome.said !== 'killed')
      broken.push(`${name} said ${outcome.said}`);
    for (const { received, amount: given } of swaps) {
      if (outcome.minimum !== null && received < outcome.minimum) broken.push(`${name} received ${received} below ${outcome.minimum}`);
      if (each.do === 'swap' && given !== unitsOf(each.from, each.amount)) broken.push(`${name} gave ${given}`);
    }
    for (const { transactionHash: hash, status } of fresh) {
      if (status !== 'success') broken.push(`${name} sent ${hash}, which reverted`);
      // A broadcast while the page was there is not forgotten.
      const isRecorded = page.client.useCases.watchTransactions.current().some((sent) => sent.hash === hash);
      if (!isRecorded && outcome.said !== 'killed') broken.push(`${name} forgot ${hash}`);
    }
  }
  const moved = await movedBy(await receiptsSince(start));
  const after = await balances();
  for (const [index, of] of SIDES.entries()) {
    const change = (after[index] ?? 0n) - (before[index] ?? 0n);
    if (change !== moved[of]) broken.push(`${of} changed by ${change}, and transactions moved ${moved[of]}`);
  }
  page.close();
  return broken;
};

it(
  'conserves funds, sends nothing twice and says what happened, over random faults',
  async () => {
    const actions = fc.array(action, { minLength: COMMANDS, maxLength: COMMANDS });
    const property = fc.asyncProperty(actions, async (list) => {
      expect(await violationsOf(list)).toEqual([]);
    });
    await fc.assert(property, { numRuns: Number(process.env['LATCHKEY_FUZZ_RUNS'] ?? RUNS), endOnFailure: true });
  },
  10 * 60_000,
);
