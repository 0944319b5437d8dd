import { addressOf } from '../../domain/caip/caip-10.js';
import { type AssetId, parseAssetId } from '../../domain/caip/caip-19.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import type { Network } from '../../domain/network/network.js';
import type { AssetBalance, ChainServices, FeeQuote, SignatureVerdict } from './chain-services.js';
import { standIn } from './stand-in.fake.js';
import type { FeeSpeed } from './transaction-request.js';

/** What the nodes of a fake chain are asked. */
export type FakeRead = 'getBalance' | 'followTransaction' | keyof Omit<ChainServices, 'names'> | 'resolve' | 'lookUp' | 'avatar';

/** Answers a read as the chain's switch says, and notes it. */
type Read = <T>(method: FakeRead, input: string, network: Network, signal: AbortSignal, act: () => T) => Promise<T>;

/** What a fake asset says of itself. */
type FakeAsset = Omit<AssetBalance, 'asset' | 'value'>;

const SPEEDS: readonly (readonly [FeeSpeed, bigint])[] = [
  ['slow', 1n],
  ['normal', 2n],
  ['fast', 3n],
];

/**
 * The services of a fake chain: assets, fees, signatures and names that a test sets.
 * @example
 * chain.fakeServices.setAsset('eip155:1/erc20:0x…', { decimals: 6, symbol: 'USDC', name: 'USD Coin' });
 * chain.fakeServices.setAssetBalance('0x1111…', 'eip155:1/erc20:0x…', 5_000_000n);
 */
export class FakeServices {
  /** Base units that the cheapest transaction costs; a faster one costs twice and three times as much. */
  fee = 1n;
  /** What is said of signatures that wallets have just made. */
  verdict: SignatureVerdict = 'own';
  /** Name to address; the chain has names only where it begins with some. */
  readonly names: Map<string, string>;
  /** Name to the address of its picture. */
  readonly avatars = new Map<string, string>();
  /** What the chain has; replace it to take services away. */
  offered: Partial<ChainServices>;
  readonly #assets = new Map<string, FakeAsset>();
  readonly #held = new Map<string, bigint>();
  readonly #coin: (address: string) => bigint;
  readonly #read: Read;

  constructor(coin: (address: string) => bigint, read: Read, names?: Readonly<Record<string, string>>) {
    this.names = new Map(Object.entries(names ?? {}));
    this.#coin = coin;
    this.#read = read;
    this.offered = {
      getAssetBalances: this.#getAssetBalances,
      getBalances: this.#getBalances,
      getCoinBalances: this.#getCoinBalances,
      estimateFees: this.#estimateFees,
      verifyMessage: this.#verifyMessage,
      judgeSignature: this.#judgeSignature,
      ...(names === undefined ? {} : { names: { resolve: this.#resolve, lookUp: this.#lookUp, avatar: this.#avatar } }),
    };
  }

  /** Makes an asset exist. */
  setAsset(asset: string, facts: FakeAsset): void {
    this.#assets.set(asset, facts);
  }

  /** Sets what an address has of an asset, in base units. */
  setAssetBalance(address: string, asset: string, value: bigint): void {
    this.#held.set(`${address.toLowerCase()} ${asset}`, value);
  }

  readonly #getAssetBalances: ChainServices['getAssetBalances'] = ({ address, assets, network }, signal) =>
    this.#read('getAssetBalances', address, network, signal, () => assets.flatMap((asset) => this.#balanceOf(address, asset, network)));

  readonly #getBalances: ChainServices['getBalances'] = ({ address, assets, network }, signal) =>
    this.#read('getBalances', address, network, signal, () => {
      const { symbol, decimals } = network.nativeCurrency;
      const coin = { value: this.#coin(address), symbol, decimals };
      return { coin, assets: assets.flatMap((asset) => this.#balanceOf(address, asset, network)) };
    });

  readonly #getCoinBalances: ChainServices['getCoinBalances'] = ({ addresses, network }, signal) =>
    this.#read('getCoinBalances', addresses.join(), network, signal, () => {
      const { symbol, decimals } = network.nativeCurrency;
      return addresses.map((address) => ({ value: this.#coin(address), symbol, decimals }));
    });

  readonly #estimateFees: ChainServices['estimateFees'] = ({ transaction, network }, signal) =>
    this.#read('estimateFees', transaction.to, network, signal, () => {
      const chainId = network.caipNetworkId;
      const balance = this.#coin(addressOf(transaction.from));
      if (balance < this.fee)
        throw new LatchkeyError('send/insufficient-fee-funds', { chainId, fee: String(this.fee), balance: String(balance) });
      return SPEEDS.map(([speed, factor]): FeeQuote => {
        const fee = this.fee * factor;
        return { speed, fee, maxFee: fee * 2n, rate: { type: 'flat' } };
      });
    });

  readonly #verifyMessage: ChainServices['verifyMessage'] = ({ account, message, signature, network }, signal) =>
    this.#read('verifyMessage', addressOf(account), network, signal, () => signature === standIn(message, 130));

  readonly #judgeSignature: ChainServices['judgeSignature'] = ({ account, network }, signal) =>
    this.#read('judgeSignature', addressOf(account), network, signal, () => this.verdict);

  readonly #resolve: ChainServices['names']['resolve'] = ({ name, network }, signal) =>
    this.#read('resolve', name, network, signal, () => this.names.get(name) ?? null);

  readonly #lookUp: ChainServices['names']['lookUp'] = ({ address, network }, signal) =>
    this.#read('lookUp', address, network, signal, () => [...this.names].find(([, owner]) => owner === address)?.[0] ?? null);

  readonly #avatar: ChainServices['names']['avatar'] = ({ name, network }, signal) =>
    this.#read('avatar', name, network, signal, () => this.avatars.get(name) ?? null);

  #balanceOf(address: string, asset: AssetId, network: Network): readonly AssetBalance[] {
    if (parseAssetId(asset).assetNamespace === 'slip44') {
      const { symbol, decimals, name } = network.nativeCurrency;
      return [{ asset, value: this.#coin(address), decimals, symbol, name }];
    }
    const facts = this.#assets.get(asset);
    return facts === undefined ? [] : [{ asset, value: this.#held.get(`${address.toLowerCase()} ${asset}`) ?? 0n, ...facts }];
  }
}
