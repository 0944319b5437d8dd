import type { FollowRequest, TransactionProgress } from '../../../application/ports/chain.port.js';
import type { AssetBalance, Balances, ChainHistoryRequest } from '../../../application/ports/chain-services.js';
import type { Clock } from '../../../application/ports/clock.port.js';
import { parseBitcoinAddressOn } from '../../../domain/account/bitcoin-address.js';
import type { HistoryPage } from '../../../domain/activity/parse-history.js';
import type { AssetId } from '../../../domain/caip/caip-19.js';
import type { NativeBalance } from '../../../domain/connection/connection-state.js';
import type { Network } from '../../../domain/network/network.js';
import { Esplora, type EsploraUrls } from './esplora.js';
import { readUtxos, type Utxo } from './esplora-responses.js';
import { followTransaction } from './follow-transaction.js';
import { readHistory } from './read-history.js';

export interface EsploraReaderOptions {
  readonly clock: Clock;
  readonly esplora: EsploraUrls;
  /** Number of confirmations before a transaction is settled. */
  readonly confirmations: number;
}

/** Unspent outputs of an address. @throws LatchkeyError `address/…`, `network/…` */
export const utxosOf = async (esplora: Esplora, address: string, network: Network, signal: AbortSignal): Promise<readonly Utxo[]> => {
  const { address: normal } = parseBitcoinAddressOn(address, network.caipNetworkId);
  return esplora.read(network, `/address/${normal}/utxo`, readUtxos, signal);
};

/** Reads balances and transactions from Esplora services. */
export class EsploraReader {
  readonly esplora: Esplora;
  readonly #options: EsploraReaderOptions;

  constructor(options: EsploraReaderOptions) {
    this.#options = options;
    this.esplora = new Esplora(options.clock, options.esplora);
  }

  /**
   * Balance of an address in satoshis, including unconfirmed outputs.
   * @throws LatchkeyError `address/invalid`, `address/checksum-failed`, `address/wrong-network`, `network/rpc-failed`, `network/timeout`,
   * `network/wrong-node`
   */
  async getBalance(
    { address, network }: { readonly address: string; readonly network: Network },
    signal: AbortSignal,
  ): Promise<NativeBalance> {
    signal.throwIfAborted();
    const utxos = await utxosOf(this.esplora, address, network, signal);
    const value = utxos.reduce((sum, utxo) => sum + utxo.value, 0n);
    return { value, symbol: network.nativeCurrency.symbol, decimals: network.nativeCurrency.decimals };
  }

  /** Balance of the native coin, the only supported asset. @see https://github.com/satoshilabs/slips/blob/master/slip-0044.md */
  async getAssetBalances(
    { address, assets, network }: { readonly address: string; readonly assets: readonly AssetId[]; readonly network: Network },
    signal: AbortSignal,
  ): Promise<readonly AssetBalance[]> {
    if (!assets.some((asset) => isNativeAsset(asset, network))) return [];
    return (await this.getBalances({ address, assets, network }, signal)).assets;
  }

  /** The native balance, also as an asset balance if requested. @throws LatchkeyError as {@link getBalance} */
  async getBalances(
    { address, assets, network }: { readonly address: string; readonly assets: readonly AssetId[]; readonly network: Network },
    signal: AbortSignal,
  ): Promise<Balances> {
    const coin = await this.getBalance({ address, network }, signal);
    const own = assets.filter((asset) => isNativeAsset(asset, network));
    return { coin, assets: own.map((asset) => ({ ...coin, asset, name: network.nativeCurrency.name })) };
  }

  /** A page of the history of an address. @throws LatchkeyError `address/…`, `network/…` */
  getHistory(request: ChainHistoryRequest, signal: AbortSignal): Promise<HistoryPage> {
    return readHistory(this.esplora, request, signal);
  }

  /** Follows a transaction until it is settled. @throws LatchkeyError `network/transaction-dropped`, `network/unknown-outcome`, `network/…` */
  follow(request: FollowRequest, emit: (progress: TransactionProgress) => void, signal: AbortSignal): Promise<void> {
    const { clock, confirmations } = this.#options;
    return followTransaction({ ...request, esplora: this.esplora, clock, confirmations }, emit, signal);
  }

  /** Aborts every pending read. */
  dispose(): void {
    this.esplora.dispose();
  }
}

/** Checks that an asset is the chain's native coin. @see https://chainagnostic.org/CAIPs/caip-20 */
export const isNativeAsset = (asset: AssetId, network: Network): boolean =>
  asset.startsWith(`${network.caipNetworkId}/`) && /\/slip44:[01]$/.test(asset);
