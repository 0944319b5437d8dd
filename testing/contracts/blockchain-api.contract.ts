import type { BlockchainApiCall, BlockchainApiInput, BlockchainApiResult } from '../../application/ports/blockchain-api.fake.js';
import type { BlockchainApi } from '../../application/ports/blockchain-api.port.js';
import type { ChainId } from '../../domain/caip/caip-2.js';
import { type AccountId, addressOf, formatAccountId } from '../../domain/caip/caip-10.js';
import type { ErrorCode } from '../../domain/errors/error-contexts.js';
import { NO_IDENTITY } from '../../domain/names/parse-profile.js';
import { DEFAULT_ONRAMP_OPTIONS, NO_ONRAMP_OPTIONS } from '../../domain/onramp/onramp-options.js';
import { estimatedQuote } from '../../domain/onramp/onramp-quote.js';
import { codeOf, neverAborted, type TestApi } from './test-api.js';

/** Failure of a service: no connection, status 403, a response that is not JSON, no response. */
export type BlockchainApiFault = 'down' | 'refused' | 'garbage' | 'never';

/** Input of a call and its result. */
export interface BlockchainApiCase<Call extends BlockchainApiCall> {
  readonly input: BlockchainApiInput<Call>;
  readonly result: BlockchainApiResult<Call>;
}

/** A blockchain API to test. */
export interface BlockchainApiHarness {
  readonly api: BlockchainApi;
  /** A network that the service lists, of all inputs, and one that it does not. */
  readonly chainId: ChainId;
  readonly unsupported: ChainId;
  readonly cases: { readonly [Call in BlockchainApiCall]?: BlockchainApiCase<Call> };
  /** Makes the requests of a call fail. */
  fail(call: BlockchainApiCall, fault: BlockchainApiFault): Promise<void> | void;
}

interface Row<Call extends BlockchainApiCall> {
  readonly run: (api: BlockchainApi, input: BlockchainApiInput<Call>, chainId: ChainId, signal: AbortSignal) => Promise<unknown>;
  /** The input on another network. */
  readonly on: (input: BlockchainApiInput<Call>, chainId: ChainId) => BlockchainApiInput<Call>;
  /** Result on a network that the service does not list, or the code of the error. */
  readonly empty: BlockchainApiResult<Call> | { readonly code: ErrorCode };
  /** Result after a failure of the service. Without it, the call rejects. */
  readonly fallback?: (input: BlockchainApiInput<Call>) => BlockchainApiResult<Call>;
}

const moved = (account: AccountId, chainId: ChainId): AccountId => formatAccountId(chainId, addressOf(account));
const withChain = <Input extends { readonly chainId: ChainId }>(input: Input, chainId: ChainId): Input => ({ ...input, chainId });
const withAccount = <Input extends { readonly account: AccountId }>(input: Input, chainId: ChainId): Input => ({
  ...input,
  account: moved(input.account, chainId),
});
const same = <Input>(input: Input): Input => input;
const NO_PAGE = { items: [], next: null };

const ROWS: { readonly [Call in BlockchainApiCall]: Row<Call> } = {
  identity: { run: (api, input, _, signal) => api.identity(input, signal), on: withChain, empty: NO_IDENTITY },
  history: { run: (api, input, _, signal) => api.history(input, signal), on: withChain, empty: NO_PAGE },
  prices: { run: (api, input, chainId, signal) => api.prices(input, chainId, signal), on: same, empty: [] },
  balances: { run: (api, input, _, signal) => api.balances(input, signal), on: withChain, empty: [] },
  registeredName: { run: (api, input, chainId, signal) => api.registeredName(input, chainId, signal), on: same, empty: null },
  namesOf: { run: (api, input, _, signal) => api.namesOf(input, signal), on: withChain, empty: [] },
  suggestions: { run: (api, input, chainId, signal) => api.suggestions(input, chainId, signal), on: same, empty: [] },
  registerName: { run: (api, input, chainId, signal) => api.registerName(input, chainId, signal), on: same, empty: false },
  nfts: { run: (api, input, _, signal) => api.nfts(input, signal), on: withChain, empty: NO_PAGE },
  swapQuotes: { run: (api, input, _, signal) => api.swapQuotes(input, signal), on: withAccount, empty: [] },
  swapTokens: { run: (api, input, _, signal) => api.swapTokens(input, signal), on: (_, chainId) => chainId, empty: [] },
  allowance: { run: (api, input, _, signal) => api.allowance(input, signal), on: withAccount, empty: 0n },
  gasPrices: {
    run: (api, input, _, signal) => api.gasPrices(input, signal),
    on: (_, chainId) => chainId,
    empty: { code: 'swap/gas-price-unsupported' },
  },
  buildSwap: { run: (api, input, _, signal) => api.buildSwap(input, signal), on: withAccount, empty: { code: 'swap/network-unsupported' } },
  buildApproval: {
    run: (api, input, _, signal) => api.buildApproval(input, signal),
    on: withAccount,
    empty: { code: 'swap/network-unsupported' },
  },
  onrampUrl: { run: (api, input, _, signal) => api.onrampUrl(input, signal), on: withChain, empty: null },
  onrampOptions: {
    run: (api, input, _, signal) => api.onrampOptions(input, signal),
    on: (_, chainId) => chainId,
    empty: NO_ONRAMP_OPTIONS,
    fallback: () => DEFAULT_ONRAMP_OPTIONS,
  },
  onrampQuote: {
    run: (api, input, chainId, signal) => api.onrampQuote(input, chainId, signal),
    on: same,
    empty: null,
    fallback: estimatedQuote,
  },
  sessions: { run: (api, input, _, signal) => api.sessions(input, signal), on: moved, empty: [] },
  revokeSession: { run: (api, input, _, signal) => api.revokeSession(input, signal), on: withAccount, empty: false },
};

/** All calls. `Object.keys` widens them to `string`. */
export const BLOCKCHAIN_API_CALLS = Object.keys(ROWS) as readonly BlockchainApiCall[];

/**
 * Contract of every `BlockchainApi`: each call has a success, a network that is not listed, and failures of its service.
 * @param calls calls that the service of the harness serves; all by default
 * @example blockchainApiContract({ describe, it, expect }, 'MyApi', makeHarness);
 */
export const blockchainApiContract = (
  { describe, it, expect }: TestApi,
  name: string,
  makeHarness: () => Promise<BlockchainApiHarness> | BlockchainApiHarness,
  calls: readonly BlockchainApiCall[] = BLOCKCHAIN_API_CALLS,
): void => {
  const describeCall = <Call extends BlockchainApiCall>(call: Call): void => {
    const { run, on, empty, fallback }: Row<Call> = ROWS[call];
    const caseOf = ({ cases }: BlockchainApiHarness): BlockchainApiCase<Call> => {
      const found: BlockchainApiCase<Call> | undefined = cases[call];
      if (found === undefined) throw new Error(`The harness needs a case of ${call}`);
      return found;
    };

    it(`${call}: returns its result`, async () => {
      const harness = await makeHarness();
      const { input, result } = caseOf(harness);
      expect(await run(harness.api, input, harness.chainId, neverAborted())).toEqual(result);
    });

    it(`${call}: is empty on a network that the service does not list`, async () => {
      const harness = await makeHarness();
      const { api, unsupported } = harness;
      const pending = run(api, on(caseOf(harness).input, unsupported), unsupported, neverAborted());
      if (typeof empty === 'object' && empty !== null && 'code' in empty) expect(await codeOf(pending)).toBe(empty.code);
      else expect(await pending).toEqual(empty);
    });

    for (const [fault, code] of [
      ['down', 'service/unreachable'],
      ['refused', 'service/refused'],
      ['garbage', 'service/invalid-response'],
    ] as const) {
      it(`${call}: ${fallback === undefined ? `rejects with ${code}` : 'has a fallback'} if the service is ${fault}`, async () => {
        const harness = await makeHarness();
        const { input } = caseOf(harness);
        await harness.fail(call, fault);
        const pending = run(harness.api, input, harness.chainId, neverAborted());
        if (fallback === undefined) expect(await codeOf(pending)).toBe(code);
        else expect(await pending).toEqual(fallback(input));
      });
    }

    it(`${call}: rejects with the reason of the signal on abort`, async () => {
      const harness = await makeHarness();
      const { input } = caseOf(harness);
      await harness.fail(call, 'never');
      const reason = new Error('stop');
      const controller = new AbortController();
      const pending = run(harness.api, input, harness.chainId, controller.signal).catch((error: unknown) => error);
      controller.abort(reason);
      expect(await pending).toBe(reason);
      expect(await run(harness.api, input, harness.chainId, AbortSignal.abort(reason)).catch((error: unknown) => error)).toBe(reason);
    });
  };

  describe(`${name}: BlockchainApi contract`, () => {
    it('tells which networks the service lists', async () => {
      const { api, chainId, unsupported } = await makeHarness();
      expect([await api.isSupported(chainId, neverAborted()), await api.isSupported(unsupported, neverAborted())]).toEqual([true, false]);
    });

    for (const call of calls) describeCall(call);
  });
};
