import type { AssetBalance, Balances, ChainNames, ChainServices, FeeQuote, SignedMessage } from '../../application/ports/chain-services.js';
import { loadPart } from '../../application/shared/load-part.js';
import { addressOf, chainIdOf } from '../../domain/caip/caip-10.js';
import { isLatchkeyError, LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Network } from '../../domain/network/network.js';
import type { AskNode } from './estimate-fees.js';
import type { EvmServices, ServicesParts } from './evm-services.js';
import { NodeError } from './node-call.js';
import { checkRequest, priceTransaction } from './price-transaction.js';
import { sendError } from './send-errors.js';
import type { EnsNames } from './viem/ens-names.js';
import type { Erc20Balances } from './viem/erc20-balances.js';

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

  async verifyMessage({ account, message, signature, network }: SignedMessage, signal: AbortSignal): Promise<boolean> {
    const address = addressOf(account);
    const { isSignedBy } = await this.#load('what verifies signatures', () => import('./viem/recover-signer.js'));
    if (await isSignedBy({ address, message, signature })) return true;
    const { isSignedByContract } = await this.#load('what asks contract wallets', () => import('./viem/contract-signature.js'));
    const reader = await this.#parts.reader();
    return isSignedByContract({ address, message, signature, network, reader }, signal);
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
