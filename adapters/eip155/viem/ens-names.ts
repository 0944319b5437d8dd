import { type Client, createClient, custom, type Transport } from 'viem';
import { getEnsAddress, getEnsName, getEnsText, normalize } from 'viem/ens';
import type { ChainNames } from '../../../application/ports/chain-services.js';
import type { Clock } from '../../../application/ports/clock.port.js';
import { errorText } from '../../../domain/errors/error-text.js';
import { isLatchkeyError, LatchkeyError } from '../../../domain/errors/latchkey-error.js';
import type { Network } from '../../../domain/network/network.js';
import { membersOf } from '../../../domain/wire.js';
import { NodeError } from '../node-call.js';
import type { Eip155Reader } from '../nodes/eip155-reader.js';
import { nftPicture } from './nft-picture.js';

type Hex = `0x${string}`;

/** Specification, section 9: names are read anew after 5 minutes. */
const CACHE_MS = 5 * 60_000;
/** The Universal Resolver, which stands at one address on the chains that have names. @see https://docs.ens.domains/resolvers/universal */
const UNIVERSAL_RESOLVER = '0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe';
/** Ethereum, Sepolia and Holesky. @see https://docs.ens.domains/learn/deployments */
const CHAINS_WITH_NAMES: readonly string[] = ['eip155:1', 'eip155:11155111', 'eip155:17000'];
/** An address that can stand in an `<img>`, or that a service makes one of. */
const PICTURE = /^(?:https:\/\/|ipfs:\/\/|data:image\/)/i;

/** Names of ENS, read through the Universal Resolver. @see https://docs.ens.domains/ensip/1 */
export class EnsNames implements ChainNames {
  readonly #reader: Eip155Reader;
  readonly #clock: Clock;
  readonly #known = new Map<string, { readonly value: string | null; readonly until: number }>();

  constructor(reader: Eip155Reader, clock: Clock) {
    this.#reader = reader;
    this.#clock = clock;
  }

  async resolve({ name, network }: Parameters<ChainNames['resolve']>[0], signal: AbortSignal): Promise<string | null> {
    const fail = (reason: string | null, cause?: unknown): LatchkeyError =>
      new LatchkeyError('names/resolve-failed', { name, reason }, { cause });
    const normal = normalized(name);
    if (normal === null) throw fail('This is no name');
    if (!hasNames(network)) throw fail(`${network.name} has no names`);
    return this.#remember(`resolve ${network.caipNetworkId} ${normal}`, signal, fail, () =>
      getEnsAddress(this.#client(network, signal), { name: normal, universalResolverAddress: UNIVERSAL_RESOLVER }),
    );
  }

  async lookUp({ address, network }: Parameters<ChainNames['lookUp']>[0], signal: AbortSignal): Promise<string | null> {
    if (!hasNames(network)) return null;
    const fail = (reason: string | null, cause?: unknown): LatchkeyError =>
      new LatchkeyError('names/lookup-failed', { address, reason }, { cause });
    return this.#remember(`lookUp ${network.caipNetworkId} ${address.toLowerCase()}`, signal, fail, async () => {
      const options = { address: address as Hex, universalResolverAddress: UNIVERSAL_RESOLVER } as const;
      // The resolver itself checks that the name leads back to the address.
      const name = await getEnsName(this.#client(network, signal), options);
      // Whoever owns an address writes its name: one that is not as it is normalised may look like another.
      return name !== null && normalized(name) === name ? name : null;
    });
  }

  async avatar({ name, network }: Parameters<ChainNames['avatar']>[0], signal: AbortSignal): Promise<string | null> {
    const normal = normalized(name);
    if (normal === null || !hasNames(network)) return null;
    const fail = (reason: string | null, cause?: unknown): LatchkeyError =>
      new LatchkeyError('names/lookup-failed', { address: name, reason }, { cause });
    return this.#remember(`avatar ${network.caipNetworkId} ${normal}`, signal, fail, async () => {
      const client = this.#client(network, signal);
      const record = await getEnsText(client, { name: normal, key: 'avatar', universalResolverAddress: UNIVERSAL_RESOLVER });
      if (record === null) return null;
      const owner = async (): Promise<string | null> => this.resolve({ name: normal, network }, signal);
      const picture = record.startsWith('eip155:')
        ? await nftPicture({ record, network, owner, client, clock: this.#clock }, signal)
        : record;
      return picture !== null && PICTURE.test(picture) ? picture : null;
    });
  }

  /** What was read within the last 5 minutes, else what `read` gives. A failure is not kept. */
  async #remember(
    key: string,
    signal: AbortSignal,
    fail: (reason: string | null, cause: unknown) => LatchkeyError,
    read: () => Promise<string | null>,
  ): Promise<string | null> {
    signal.throwIfAborted();
    const known = this.#known.get(key);
    if (known !== undefined && known.until > this.#clock.now()) return known.value;
    try {
      const value = await read();
      this.#known.set(key, { value, until: this.#clock.now() + CACHE_MS });
      return value;
    } catch (cause) {
      signal.throwIfAborted();
      throw isLatchkeyError(cause) ? cause : fail(reasonOf(cause), cause);
    }
  }

  /** A client of viem over our nodes, with their time-outs and their order. */
  #client(network: Network, signal: AbortSignal): Client<Transport> {
    const request = async ({ method, params }: { readonly method: string; readonly params?: unknown }): Promise<unknown> => {
      const [answer] = await this.#reader.requestAll([{ method, params: params ?? [] }], network, signal);
      if (answer !== undefined && 'result' in answer) return answer.result;
      // viem reads what a contract reverted with from the node's error.
      throw answer?.error ?? new NodeError({});
    };
    return createClient({ transport: custom({ request }, { retryCount: 0 }) });
  }
}

const hasNames = ({ caipNetworkId }: Network): boolean => CHAINS_WITH_NAMES.includes(caipNetworkId);

/** A name as it is registered, `null` for what is none. @see https://docs.ens.domains/ensip/15 */
const normalized = (name: string): string | null => {
  try {
    const normal = normalize(name.trim());
    return normal.includes('.') && !normal.split('.').includes('') ? normal : null;
  } catch {
    return null;
  }
};

/** What viem says in one line, where it was viem. */
const reasonOf = (cause: unknown): string | null => {
  const { shortMessage } = membersOf(cause);
  return typeof shortMessage === 'string' ? errorText(shortMessage) : null;
};
