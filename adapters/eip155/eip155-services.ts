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
import { loadPart } from '../../application/shared/load-part.js';
import { addressOf, chainIdOf } from '../../domain/caip/caip-10.js';
import type { NativeBalance } from '../../domain/connection/connection-state.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Network } from '../../domain/network/network.js';
import type { AskNode } from './estimate-fees.js';
import { NodeError } from './node-call.js';
import type { Eip155Reader } from './nodes/eip155-reader.js';
import { checkRequest, priceTransaction } from './price-transaction.js';
import { sendError } from './send-errors.js';
import type { EnsNames } from './viem/ens-names.js';
import type { Erc20Balances } from './viem/erc20-balances.js';

/** What EVM chains know of what chains may know: a balance there has no parts. */
export type EvmServices = Omit<ChainServices, 'getBalanceParts'>;

/** What the services work with. */
export interface ServicesParts {
  readonly clock: Clock;
  /** Loads what reads from nodes. */
  readonly reader: () => Promise<Eip155Reader>;
}

/** What a node says of an address without a contract. @see https://ethereum.org/en/developers/docs/apis/json-rpc/#eth_getcode */
const NO_CODE = '0x';

const loadKeys = () => loadPart('what verifies signatures', () => import('./recover-signer.js'));

/** What the nodes of EVM chains know beyond the least: each part comes in a chunk of its own when it is asked for. */
export class Eip155Services implements EvmServices {
  readonly names: ChainNames;
  readonly #parts: ServicesParts;
  #balances: Promise<Erc20Balances> | undefined;
  #names: Promise<EnsNames> | undefined;

  constructor(parts: ServicesParts) {
    this.#parts = parts;
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
    return (await this.#parts.reader()).getBalances({ addresses, network }, signal);
  }

  async estimateFees(
    { transaction, network }: Parameters<ChainServices['estimateFees']>[0],
    signal: AbortSignal,
  ): Promise<readonly FeeQuote[]> {
    checkRequest(transaction);
    const chainId = chainIdOf(transaction.from);
    if (chainId !== network.caipNetworkId) throw new LatchkeyError('chain/unsupported', { chainId });
    try {
      return (await priceTransaction(await this.#ask(network, signal), transaction, true)).quotes;
    } catch (error) {
      // What a node says of the call itself is about the transaction; whatever else went wrong is about the node.
      throw (isLatchkeyError(error, 'network/rpc-failed') && error.cause instanceof NodeError ? sendError(error, chainId) : null) ?? error;
    }
  }

  async verifyMessage(signed: SignedMessage, signal: AbortSignal): Promise<boolean> {
    const { isSignedBy } = await loadKeys();
    return isSignedBy({ ...signed, address: addressOf(signed.account) }) || this.#isSignedByContract(signed, signal);
  }

  /**
   * Another key than the account's is proven where nothing but that key can stand behind the account: a node says that there is no contract, and
   * none is said to come. What a contract says no to its owners may still agree on.
   */
  async judgeSignature(signed: Parameters<ChainServices['judgeSignature']>[0], signal: AbortSignal): Promise<SignatureVerdict> {
    const { account, signature, network, isSmartAccount } = signed;
    const address = addressOf(account);
    const { isOfKey, isSignedBy } = await loadKeys();
    if (isSignedBy({ ...signed, address })) return 'own';
    const code = await (await this.#ask(network, signal))('eth_getCode', [address, 'latest']);
    if (code === NO_CODE && !isSmartAccount && isOfKey(signature)) return 'foreign';
    return (await this.#isSignedByContract(signed, signal)) ? 'own' : 'unknown';
  }

  async #isSignedByContract({ account, message, signature, network }: SignedMessage, signal: AbortSignal): Promise<boolean> {
    const { isSignedByContract } = await this.#load('what asks contract wallets', () => import('./viem/contract-signature.js'));
    const reader = await this.#parts.reader();
    return isSignedByContract({ address: addressOf(account), message, signature, network, reader }, signal);
  }

  async #ask(network: Network, signal: AbortSignal): Promise<AskNode> {
    const reader = await this.#parts.reader();
    return (method, params) => reader.request({ method, params, network }, signal);
  }

  #loadBalances(): Promise<Erc20Balances> {
    this.#balances ??= this.#load('the reader of tokens', () => import('./viem/erc20-balances.js')).then(
      async ({ Erc20Balances }) => new Erc20Balances(await this.#parts.reader()),
    );
    this.#balances.catch(() => {
      this.#balances = undefined;
    });
    return this.#balances;
  }

  #loadNames(): Promise<EnsNames> {
    this.#names ??= this.#load('the reader of names', () => import('./viem/ens-names.js')).then(
      async ({ EnsNames }) => new EnsNames(await this.#parts.reader(), this.#parts.clock),
    );
    this.#names.catch(() => {
      this.#names = undefined;
    });
    return this.#names;
  }

  #load<T>(part: string, load: () => Promise<T>): Promise<T> {
    return loadPart(part, load, 'viem');
  }
}
