import { type Client, createClient, custom, type Transport } from 'viem';
import { getEnsAddress, getEnsName, getEnsText, normalize } from 'viem/ens';
import type { ChainNames } from '../../../application/ports/chain-services.js';
import type { Clock } from '../../../application/ports/clock.port.js';
import { isPrefixedEvmAddress } from '../../../domain/account/evm-address.js';
import { errorText } from '../../../domain/errors/error-text.js';
import { isLatchkeyError, LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import type { Network } from '../../../domain/network/network.js';
import { asRecord } from '../../../domain/wire.js';
import type { Eip155Reader } from '../nodes/eip155-reader.js';
import { NodeError } from '../rpc-call.js';
import { nftPicture } from './nft-picture.js';

/** Specification, section 9: names are cached for 5 minutes. */
const CACHE_MS = 5 * 60_000;
/** The Universal Resolver, at the same address on every chain with ENS. @see https://docs.ens.domains/resolvers/universal */
const UNIVERSAL_RESOLVER = '0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe';
/** Ethereum, Sepolia and Holesky. @see https://docs.ens.domains/learn/deployments */
const CHAINS_WITH_NAMES: readonly string[] = ['eip155:1', 'eip155:11155111', 'eip155:17000'];
/** A URL that can be an `<img>` source, or that a gateway can convert to one. */
const PICTURE = /^(?:https:\/\/|ipfs:\/\/|data:image\/)/i;

/** ENS names, read through the Universal Resolver. @see https://docs.ens.domains/ensip/1 */
export class EnsNames implements ChainNames {
  readonly #reader: Eip155Reader;
  readonly #clock: Clock;
  readonly #cache = new Map<string, { readonly value: string | null; readonly until: number }>();

  constructor(reader: Eip155Reader, clock: Clock) {
    this.#reader = reader;
    this.#clock = clock;
  }

  async resolve({ name, network }: Parameters<ChainNames['resolve']>[0], signal: AbortSignal): Promise<string | null> {
    const fail = (reason: string | null, cause?: unknown): LatchkeyError =>
      new LatchkeyError('names/resolve-failed', { name, reason }, { cause });
    const normal = normalized(name);
    if (normal === null) throw fail('Not a valid name');
    if (!hasNames(network)) throw fail(`${network.name} does not support ENS names`);
    return this.#withCache(`resolve ${network.caipNetworkId} ${normal}`, signal, fail, () =>
      getEnsAddress(this.#client(network, signal), { name: normal, universalResolverAddress: UNIVERSAL_RESOLVER }),
    );
  }

  async lookUp({ address, network }: Parameters<ChainNames['lookUp']>[0], signal: AbortSignal): Promise<string | null> {
    if (!isPrefixedEvmAddress(address)) throw new LatchkeyError('address/invalid', { value: address, namespace: 'eip155' });
    if (!hasNames(network)) return null;
    const fail = (reason: string | null, cause?: unknown): LatchkeyError =>
      new LatchkeyError('names/lookup-failed', { address, reason }, { cause });
    return this.#withCache(`lookUp ${network.caipNetworkId} ${address.toLowerCase()}`, signal, fail, async () => {
      const options = { address, universalResolverAddress: UNIVERSAL_RESOLVER } as const;
      // The resolver itself verifies that the name resolves back to the address.
      const name = await getEnsName(this.#client(network, signal), options);
      // The owner of an address chooses its name: one that is not normalized may imitate another.
      return name !== null && normalized(name) === name ? name : null;
    });
  }

  async avatar({ name, network }: Parameters<ChainNames['avatar']>[0], signal: AbortSignal): Promise<string | null> {
    const normal = normalized(name);
    if (normal === null || !hasNames(network)) return null;
    const fail = (reason: string | null, cause?: unknown): LatchkeyError =>
      new LatchkeyError('names/lookup-failed', { address: name, reason }, { cause });
    return this.#withCache(`avatar ${network.caipNetworkId} ${normal}`, signal, fail, async () => {
      const client = this.#client(network, signal);
      const record = await getEnsText(client, { name: normal, key: 'avatar', universalResolverAddress: UNIVERSAL_RESOLVER });
      if (record === null) return null;
      const resolveAddress = async (): Promise<string | null> => this.resolve({ name: normal, network }, signal);
      const picture = record.startsWith('eip155:')
        ? await nftPicture({ record, network, resolveAddress, client, clock: this.#clock }, signal)
        : record;
      return picture !== null && PICTURE.test(picture) ? picture : null;
    });
  }

  /** Returns the cached value, or reads and caches it. Failures are not cached. */
  async #withCache(
    key: string,
    signal: AbortSignal,
    fail: (reason: string | null, cause: unknown) => LatchkeyError,
    read: () => Promise<string | null>,
  ): Promise<string | null> {
    signal.throwIfAborted();
    const cached = this.#cache.get(key);
    if (cached !== undefined && cached.until > this.#clock.now()) return cached.value;
    try {
      const value = await read();
      this.#cache.set(key, { value, until: this.#clock.now() + CACHE_MS });
      return value;
    } catch (cause) {
      signal.throwIfAborted();
      throw isLatchkeyError(cause) ? cause : fail(reasonOf(cause), cause);
    }
  }

  /** A viem client over our nodes, with their timeouts and order. */
  #client(network: Network, signal: AbortSignal): Client<Transport> {
    const request = async ({ method, params }: { readonly method: string; readonly params?: unknown }): Promise<unknown> => {
      const [response] = await this.#reader.requestAll([{ method, params: params ?? [] }], network, signal);
      if (response !== undefined && 'result' in response) return response.result;
      // viem decodes the revert reason from the node's error.
      throw response?.error ?? new NodeError({});
    };
    return createClient({ transport: custom({ request }, { retryCount: 0 }) });
  }
}

const hasNames = ({ caipNetworkId }: Network): boolean => CHAINS_WITH_NAMES.includes(caipNetworkId);

/** The normalized name, or `null` if it is invalid. @see https://docs.ens.domains/ensip/15 */
const normalized = (name: string): string | null => {
  try {
    const normal = normalize(name.trim());
    return normal.includes('.') && !normal.split('.').includes('') ? normal : null;
  } catch {
    return null;
  }
};

/** viem's short message, if it is a viem error. */
const reasonOf = (cause: unknown): string | null => {
  const { shortMessage } = asRecord(cause);
  return typeof shortMessage === 'string' ? errorText(shortMessage) : null;
};
