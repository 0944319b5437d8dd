import { skeletonOf } from '../connection/name-skeleton.js';
import type { Nft } from './parse-nfts.js';

type Listed = Pick<Nft, 'id' | 'name' | 'collection' | 'address'>;

const PLAIN = /^\p{ASCII}*$/u;

/** Names that users know an NFT by, without its number. */
const namesOf = ({ name, collection }: Listed): readonly string[] =>
  [collection, name.replace(/\s*#?\d+$/, '')].filter((text) => text !== '');

/** NFTs whose names look the same. */
interface Group {
  /** In plain letters; `null` until there is one. */
  plainName: string | null;
  /** Contracts or mints with a plain name. */
  readonly addresses: Set<string>;
  /** NFTs with another name. */
  readonly others: Listed[];
}

/**
 * Finds NFTs that imitate another collection, in a list that arrives page by page at the cost of its own NFTs. An NFT has no value that would say which
 * one is the imitation: it is the one whose letters only look like plain ones.
 */
export class NftLookAlikes {
  /** By skeleton. */
  readonly #groups = new Map<string, Group>();

  /** Adds a page. Returns the names that its NFTs and earlier ones are now known to imitate, by the id of the NFT. */
  add(nfts: readonly Listed[]): ReadonlyMap<string, string> {
    const changed = new Set<Group>();
    for (const nft of nfts)
      for (const name of new Set(namesOf(nft))) {
        const group = this.#groupOf(name);
        if (!PLAIN.test(name)) group.others.push(nft);
        else if (group.addresses.has(nft.address)) continue;
        else {
          group.plainName ??= name;
          group.addresses.add(nft.address);
        }
        changed.add(group);
      }
    const found = new Map<string, string>();
    for (const { plainName, addresses, others } of changed) {
      if (plainName === null) continue;
      // Some honest collections write their name in both ways.
      for (const { id, address } of others.splice(0)) if (!addresses.has(address)) found.set(id, plainName);
    }
    return found;
  }

  #groupOf(name: string): Group {
    const skeleton = skeletonOf(name);
    const known = this.#groups.get(skeleton);
    if (known !== undefined) return known;
    const created: Group = { plainName: null, addresses: new Set(), others: [] };
    this.#groups.set(skeleton, created);
    return created;
  }
}
