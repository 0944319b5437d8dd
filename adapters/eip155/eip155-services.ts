import type {
  AssetBalance,
  Balances,
  ChainNames,
  ChainServices,
  FeeQuote,
  SignatureVerdict,
  SignedMessage,
} from '../../application/ports/chain-services.js';
import type { Clock } from '../../application/ports/clock.port.js';
import { loadChunk } from '../../application/shared/load-chunk.js';
import { addressOf, chainIdOf } from '../../domain/caip/caip-10.js';
import type { NativeBalance } from '../../domain/connection/connection-state.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Network } from '../../domain/network/network.js';
import type { Simulation } from '../../domain/send/simulation.js';
import type { RunEthCall } from '../../domain/signatures/contract-signature.js';
import type { RpcRequestFn } from './estimate-fees.js';
import type { Eip155Reader } from './nodes/eip155-reader.js';
import { checkRequest, priceTransaction } from './price-transaction.js';
import { NodeError } from './rpc-call.js';
import { sendError } from './send-errors.js';
import type { EnsNames } from './viem/ens-names.js';
import type { Erc20Balances } from './viem/erc20-balances.js';

/** Optional chain services that EVM chains support: all except balance breakdowns. */
export type EvmServices = Omit<ChainServices, 'getBalanceBreakdown' | 'getHistory'>;

export interface ServicesDeps {
  readonly clock: Clock;
  /** Loads the JSON-RPC reader. */
  readonly reader: () => Promise<Eip155Reader>;
}

/** `eth_getCode` result for an address without a contract. @see https://ethereum.org/en/developers/docs/apis/json-rpc/#eth_getcode */
const NO_CODE = '0x';

/** Start of the code of an account that has delegated to a contract. Its key stays in control. @see https://eips.ethereum.org/EIPS/eip-7702 */
const DELEGATION = '0xef0100';

const loadVerifier = () => loadChunk('the signature verifier', () => import('../../domain/signatures/evm-message.js'));

/** Optional services of EVM chains. Each loads its own chunk on first use. */
export class Eip155Services implements EvmServices {
  readonly names: ChainNames;
  readonly #deps: ServicesDeps;
  #balances: Promise<Erc20Balances> | undefined;
  #names: Promise<EnsNames> | undefined;

  constructor(deps: ServicesDeps) {
    this.#deps = deps;
    this.names = {
      resolve: async (request, signal) => (await this.#loadNames()).resolve(request, signal),
      lookUp: async (request, signal) => (await this.#loadNames()).lookUp(request, signal),
      avatar: async (request, signal) => (await this.#loadNames()).avatar(request, signal),
    };
  }

  async getAssetBalances(request: Parameters<ChainServices['getAssetBalances']>[0], signal: AbortSignal): Promise<readonly AssetBalance[]> {
    return (await this.#loadBalances()).get(request, signal);
  }

  async getBalances(request: Parameters<ChainServices['getBalances']>[0], signal: AbortSignal): Promise<Balances> {
    return (await this.#loadBalances()).getWithCoin(request, signal);
  }

  async getCoinBalances(
    { addresses, network }: Parameters<ChainServices['getCoinBalances']>[0],
    signal: AbortSignal,
  ): Promise<readonly NativeBalance[]> {
    return (await this.#deps.reader()).getBalances({ addresses, network }, signal);
  }

  async estimateFees(
    { transaction, network }: Parameters<ChainServices['estimateFees']>[0],
    signal: AbortSignal,
  ): Promise<readonly FeeQuote[]> {
    checkRequest(transaction);
    const chainId = chainIdOf(transaction.from);
    if (chainId !== network.caipNetworkId) throw new LatchkeyError('chain/unsupported', { chainId });
    try {
      return (await priceTransaction(await this.#rpcRequestFn(network, signal), transaction, true)).quotes;
    } catch (error) {
      // Errors that a node returned for the call are about the transaction; all others are about the node.
      throw (isLatchkeyError(error, 'network/rpc-failed') && error.cause instanceof NodeError ? sendError(error, chainId) : null) ?? error;
    }
  }

  /** @see https://github.com/ethereum/execution-apis/blob/main/docs-api/docs/ethsimulatev1-notes.md */
  async simulate({ transaction, network }: Parameters<ChainServices['simulate']>[0], signal: AbortSignal): Promise<Simulation | null> {
    checkRequest(transaction);
    const chainId = chainIdOf(transaction.from);
    if (chainId !== network.caipNetworkId) throw new LatchkeyError('chain/unsupported', { chainId });
    const { simulateCall } = await loadChunk('the simulation', () => import('./simulate-call.js'));
    try {
      return await simulateCall(await this.#rpcRequestFn(network, signal), transaction);
    } catch (error) {
      // Many nodes do not have the method.
      if (isLatchkeyError(error, 'network/rpc-failed') && error.cause instanceof NodeError) return null;
      throw error;
    }
  }

  async verifyMessage(signed: SignedMessage, signal: AbortSignal): Promise<boolean> {
    const { isEvmMessageSigned } = await loadVerifier();
    return isEvmMessageSigned({ ...signed, address: addressOf(signed.account) }) || this.#isSignedByContract(signed, signal);
  }

  /**
   * Verifies an account signature from a wallet. `foreign` (signed by another key) requires an account without code that is not a smart
   * account: a contract that rejects a signature now may accept it later, so that case is `unknown`.
   */
  async verifySignature(signed: Parameters<ChainServices['verifySignature']>[0], signal: AbortSignal): Promise<SignatureVerdict> {
    const { account, signature, network, isSmartAccount } = signed;
    const address = addressOf(account);
    const { isEcdsaSignature, isEvmMessageSigned } = await loadVerifier();
    if (isEvmMessageSigned({ ...signed, address })) return 'own';
    const code = await (await this.#rpcRequestFn(network, signal))('eth_getCode', [address, 'latest']);
    if (code === NO_CODE && !isSmartAccount && isEcdsaSignature(signature)) return 'foreign';
    return (await this.#isSignedByContract(signed, signal)) ? 'own' : 'unknown';
  }

  async isContract({ address, network }: Parameters<ChainServices['isContract']>[0], signal: AbortSignal): Promise<boolean> {
    const code = String(await (await this.#rpcRequestFn(network, signal))('eth_getCode', [address, 'latest']));
    return code !== NO_CODE && !code.startsWith(DELEGATION);
  }

  async #isSignedByContract({ account, message, signature, network }: SignedMessage, signal: AbortSignal): Promise<boolean> {
    const { isEvmMessageSignedByContract } = await loadVerifier();
    const reader = await this.#deps.reader();
    const ethCall: RunEthCall = async (call) => {
      const [response] = await reader.requestAll([{ method: 'eth_call', params: [call, 'latest'] }], network, signal);
      return response !== undefined && 'result' in response ? String(response.result) : null;
    };
    return isEvmMessageSignedByContract({ address: addressOf(account), message, signature }, ethCall);
  }

  async #rpcRequestFn(network: Network, signal: AbortSignal): Promise<RpcRequestFn> {
    const reader = await this.#deps.reader();
    return (method, params) => reader.request({ method, params, network }, signal);
  }

  #loadBalances(): Promise<Erc20Balances> {
    this.#balances ??= this.#load('the token reader', () => import('./viem/erc20-balances.js')).then(
      async ({ Erc20Balances }) => new Erc20Balances(await this.#deps.reader()),
    );
    this.#balances.catch(() => {
      this.#balances = undefined;
    });
    return this.#balances;
  }

  #loadNames(): Promise<EnsNames> {
    this.#names ??= this.#load('the ENS reader', () => import('./viem/ens-names.js')).then(
      async ({ EnsNames }) => new EnsNames(await this.#deps.reader(), this.#deps.clock),
    );
    this.#names.catch(() => {
      this.#names = undefined;
    });
    return this.#names;
  }

  #load<T>(name: string, load: () => Promise<T>): Promise<T> {
    return loadChunk(name, load, 'viem');
  }
}
