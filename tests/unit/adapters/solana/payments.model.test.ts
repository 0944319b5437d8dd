import { sha512 } from '@noble/hashes/sha2.js';
import { base58, base64 } from '@scure/base';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { SolanaNode } from '../../../../adapters/solana/solana-node.js';
import { UniqueLimits } from '../../../../adapters/solana/unique-limits.js';
import { FakeClock } from '../../../../application/ports/clock.fake.js';
import { FakeLocks } from '../../../../application/ports/locks.fake.js';
import type { SendEvent } from '../../../../application/ports/send-event.js';
import { FakeStorage } from '../../../../application/ports/storage.fake.js';
import { toAccountId } from '../../../../domain/caip/caip-10.js';
import { isLatchkeyError } from '../../../../domain/errors/latchkey-error.js';
import { flushPromises, neverAborted } from '../../../../testing/contracts/test-api.js';
import { MODEL_PARAMETERS, MODEL_TIMEOUT_MS } from '../../model-limits.js';
import { MAINNET, solanaNetwork } from '../support/solana-networks.js';

const ADDRESS = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';
const FROM = toAccountId(`solana:${MAINNET}:${ADDRESS}`);
const URLS = ['http://a.test', 'http://b.test'];

/**
 * How a node treats a transaction: the first word says if it reaches the network. A node that rejects it has not forwarded it; there is no way to
 * detect one that lies about this alone, because a forwarded transaction has no status before it is in a block. One that waits responds after
 * the payments made so far have ended or waited too, or never, if the tab is closed before.
 */
const BROADCASTS = [
  'take and confirm',
  'take and wait',
  'take and hang up',
  'take and fail',
  'lose and wait',
  'lose and hang up',
  'lose and fail',
  'lose and reject',
] as const;

interface Case {
  /** Payments by their tab, or a reload of a tab. All payments up to a reload are made at the same time. */
  readonly actions: readonly { readonly do: 'send' | 'reload' | 'block'; readonly tab: 0 | 1 }[];
  /** Responses to broadcasts, in their order; then all are taken and confirmed. */
  readonly broadcasts: readonly (typeof BROADCASTS)[number][];
  /** Compute units of the simulations, in their order; then 150. */
  readonly units: readonly number[];
}

/** Nodes of one network. */
class Nodes {
  readonly #broadcasts: (typeof BROADCASTS)[number][];
  readonly #units: number[];
  /** Signatures of the transactions in the network. */
  readonly taken = new Set<string>();
  readonly #waiting: (() => void)[] = [];
  block = 1;

  constructor({ broadcasts, units }: Case) {
    this.#broadcasts = [...broadcasts];
    this.#units = [...units];
  }

  get waitingCount(): number {
    return this.#waiting.length;
  }

  /** Responds to the broadcasts that wait. */
  respond(): void {
    for (const respond of this.#waiting.splice(0)) respond();
  }

  readonly fetch = async (_url: string, { body }: { readonly body: string }): Promise<Response> => {
    const { id, method, params } = JSON.parse(body) as {
      readonly id: number;
      readonly method: string;
      readonly params: readonly unknown[];
    };
    if (method !== 'sendTransaction') return Response.json({ jsonrpc: '2.0', id, result: this.#read(method) });
    const signature = base58.encode(base64.decode(String(params[0])).slice(1, 65));
    const behaviour = this.#broadcasts.shift() ?? 'take and confirm';
    const isKnown = this.taken.has(signature);
    if (behaviour.startsWith('take')) this.taken.add(signature);
    if (behaviour.endsWith('wait')) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    if (behaviour === 'lose and wait' || behaviour.endsWith('hang up')) throw new TypeError('fetch failed');
    if (behaviour.endsWith('fail')) return new Response('Bad Gateway', { status: 502 });
    if (behaviour.endsWith('reject')) {
      const error = { code: -32_002, message: 'Transaction simulation failed', data: { err: 'InsufficientFundsForFee' } };
      return Response.json({ jsonrpc: '2.0', id, error });
    }
    const error = { code: -32_002, message: 'Already processed', data: { err: 'AlreadyProcessed' } };
    return Response.json(isKnown ? { jsonrpc: '2.0', id, error } : { jsonrpc: '2.0', id, result: signature });
  };

  #read(method: string): unknown {
    const context = { slot: this.block };
    const account = { lamports: 10 ** 12, owner: base58.encode(new Uint8Array(32)), data: ['', 'base64'], executable: false };
    const results: Readonly<Record<string, () => unknown>> = {
      getGenesisHash: () => `${MAINNET}KuQuWL4MX`,
      getLatestBlockhash: () => ({
        context,
        value: { blockhash: base58.encode(new Uint8Array(32).fill(this.block)), lastValidBlockHeight: 200 },
      }),
      getMultipleAccounts: () => ({ context, value: [account, account] }),
      getMinimumBalanceForRentExemption: () => 890_880,
      getRecentPrioritizationFees: () => [],
      getFeeForMessage: () => ({ context, value: 5_000 }),
      simulateTransaction: () => ({ context, value: { err: null, unitsConsumed: this.#units.shift() ?? 150, accounts: null } }),
    };
    return results[method]?.() ?? null;
  }
}

/** Signs as ed25519 does: equal messages have equal signatures. */
const sign = (transaction: Uint8Array): Uint8Array => {
  const signed = transaction.slice();
  signed.set(sha512(transaction.slice(65)), 1);
  return signed;
};

/** Runs a case; returns every violated invariant. */
const run = async (test: Case): Promise<readonly string[]> => {
  const nodes = new Nodes(test);
  vi.stubGlobal('fetch', nodes.fetch);
  const network = solanaNetwork(MAINNET, ...URLS);
  const payments: { outcome: string; hash: string | null; storedHash: string | null; isClosed: boolean; readonly signature: string }[] = [];

  const openTab = (storage: FakeStorage, locks: FakeLocks) => {
    const node = new SolanaNode(new FakeClock(), new UniqueLimits(storage, locks));
    const own: typeof payments = [];
    const send = async (): Promise<void> => {
      const request = { from: FROM, to: ADDRESS, value: 10n ** 9n };
      const { transaction } = await node.prepareTransfer({ request, network, legacy: false }, neverAborted());
      const signed = sign(transaction);
      const signature = base58.encode(signed.slice(1, 65));
      const payment: (typeof payments)[number] = { outcome: 'open', hash: null, storedHash: null, isClosed: false, signature };
      payments.push(payment);
      own.push(payment);
      const onEvent = (event: SendEvent): void => {
        if (!payment.isClosed) payment.storedHash = event.type === 'broadcast' ? event.hash : null;
      };
      try {
        const hash = await node.broadcast(
          { transaction: signed, network, options: {}, lifetime: { durable: false } },
          neverAborted(),
          onEvent,
        );
        if (!payment.isClosed) Object.assign(payment, { hash, outcome: 'sent' });
      } catch (error) {
        const hash = isLatchkeyError(error, 'network/unknown-outcome') ? error.context.hash : null;
        if (!payment.isClosed) Object.assign(payment, { hash, outcome: isLatchkeyError(error) ? error.code : String(error) });
      }
    };
    const reload = () => {
      for (const payment of own) payment.isClosed ||= payment.outcome === 'open';
      return openTab(storage.reload(), locks.otherTab());
    };
    return { send, reload, other: () => openTab(storage.otherTab(), locks.otherTab()) };
  };
  const first = openTab(new FakeStorage(), new FakeLocks());
  const tabs = [first, first.other()];
  let pending = 0;
  /** Lets the payments end, or wait for a node. */
  const flush = async (): Promise<void> => {
    while (pending > nodes.waitingCount) await flushPromises();
  };
  const finish = async (): Promise<void> => {
    while (pending > 0) {
      await flush();
      nodes.respond();
    }
  };
  for (const action of test.actions) {
    const tab = tabs[action.tab] ?? first;
    if (action.do === 'send') {
      pending += 1;
      void tab.send().finally(() => {
        pending -= 1;
      });
    } else if (action.do === 'block') {
      await finish();
      nodes.block += 1;
    } else {
      await flush();
      tabs[action.tab] = tab.reload();
    }
  }
  await finish();
  const found: string[] = [];
  const hashes = payments.flatMap(({ storedHash }) => storedHash ?? []);
  if (new Set(hashes).size < hashes.length) found.push('two payments are one transaction');
  for (const { outcome, hash, storedHash, isClosed, signature } of payments) {
    if (isClosed ? nodes.taken.has(signature) && storedHash !== signature : storedHash !== hash)
      found.push(`${isClosed ? 'closed' : outcome}, with ${storedHash} stored`);
    if (isClosed) continue;
    if (hash !== null && hash !== signature) found.push('reported with another signature');
    if (hash === null && nodes.taken.has(signature)) found.push(`called ${outcome}, but the network has it`);
    if (outcome === 'sent' && !nodes.taken.has(signature)) found.push('sent, but the network does not have it');
  }
  return found;
};

const cases: fc.Arbitrary<Case> = fc.record({
  actions: fc.array(fc.record({ do: fc.constantFrom('send', 'send', 'send', 'reload', 'block'), tab: fc.constantFrom(0, 1) }), {
    minLength: 1,
    maxLength: 6,
  }),
  broadcasts: fc.array(fc.constantFrom(...BROADCASTS), { maxLength: 8 }),
  units: fc.array(fc.integer({ min: 140, max: 150 }), { maxLength: 6 }),
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('equal payments of a Solana account over two tabs and nodes that fail', () => {
  it(
    'are different transactions, and not called failed without proof',
    async () => {
      await fc.assert(
        fc.asyncProperty(cases, async (test) => {
          expect(await run(test)).toEqual([]);
        }),
        MODEL_PARAMETERS,
      );
    },
    MODEL_TIMEOUT_MS,
  );
});
