import { recognizedForm } from '../account/look-alike-address.js';
import { isSameAddress } from '../account/same-address.js';
import { namespaceOf } from '../caip/caip-2.js';
import type { Namespace } from '../caip/namespace.js';
import { skeletonOf } from '../connection/name-skeleton.js';
import type { ActivityItem, Poisoning, PoisoningKind, Transfer } from './activity-item.js';

/** Value in US dollars below which a transfer is dust. */
const DUST_USD = 1;
/** Amount below which a transfer of bitcoins is dust: its history has no prices. */
const DUST_BTC = 0.0001;

/** Addresses of a user. */
export interface KnownAddresses {
  /** Of the user's accounts. */
  readonly own: readonly string[];
  /** Other addresses that the user knows, such as those with a label. Default: none. */
  readonly known?: readonly string[];
  /** Symbols of coins and tokens that are worth something. Default: none. */
  readonly listedSymbols?: readonly string[];
}

/** An address that the user has sent to, and when for the first time. */
interface Recipient {
  readonly address: string;
  readonly minedAtMs: number;
}

const isZero = ({ quantity }: Transfer): boolean => !/[1-9]/.test(quantity);

/**
 * Detects address poisoning in a history that arrives page by page: transfers from or to an address that looks like one of the user's or of a recipient
 * when it is shortened, and that are worth nothing, or little. Also transfers of nothing from the user by someone else's transaction.
 *
 * Recipients are the addresses that the user has sent something of value to. Only the user can have signed these: tokens of others, and transfers of
 * nothing, are in a history without a signature. Of addresses that look the same, only the one that was sent to first counts: the user may have been
 * deceived by the others. A page may therefore change what is known of earlier ones. Each transaction is checked when it is added, and again
 * only when a recipient that looks like one of its addresses is found.
 * @example
 * const detector = new PoisoningDetector({ own });
 * detector.add(items);
 * const poisoned = items.filter(({ id }) => detector.poisoningOf(id) !== null);
 */
export class PoisoningDetector {
  readonly #own: readonly string[];
  readonly #symbols: ReadonlySet<string>;
  readonly #skeletons: ReadonlySet<string>;
  /** The user's own and known addresses, as they are displayed. */
  readonly #known = new Map<string, readonly string[]>();
  readonly #recipients = new Map<string, Recipient>();
  /** Transactions whose transfers are worth nothing, or little. */
  readonly #suspects = new Map<string, ActivityItem>();
  /** Ids of suspects by their addresses, as they are displayed. */
  readonly #idsByDisplay = new Map<string, Set<string>>();
  readonly #poisonings = new Map<string, Poisoning>();

  constructor({ own, known = [], listedSymbols = [] }: KnownAddresses) {
    this.#own = own;
    this.#symbols = new Set(listedSymbols);
    this.#skeletons = new Set(listedSymbols.map(skeletonOf));
    for (const address of [...own, ...known]) {
      const display = recognizedForm(address);
      this.#known.set(display, [...(this.#known.get(display) ?? []), address]);
    }
  }

  /** Adds a page. Returns its transactions and earlier ones about which another thing is known now. */
  add(items: readonly ActivityItem[]): readonly ActivityItem[] {
    const changed = new Map<string, ActivityItem>();
    const check = (item: ActivityItem, kinds = this.#kindsOf(item)): void => {
      const [before, after] = [this.poisoningOf(item.id), this.#check(item, kinds)];
      if (before?.kind === after?.kind && before?.resembles === after?.resembles) return;
      if (after === null) this.#poisonings.delete(item.id);
      else this.#poisonings.set(item.id, after);
      changed.set(item.id, item);
    };
    const displays = new Set(items.flatMap((item) => this.#addRecipient(item) ?? []));
    for (const display of displays)
      for (const id of this.#idsByDisplay.get(display) ?? []) {
        const suspect = this.#suspects.get(id);
        if (suspect !== undefined) check(suspect);
      }
    for (const item of items) {
      const kinds = this.#kindsOf(item);
      this.#addSuspect(item, kinds);
      check(item, kinds);
    }
    return [...changed.values()];
  }

  /** Returns why a transaction is there to deceive; `null` if nothing says so. */
  poisoningOf(id: string): Poisoning | null {
    return this.#poisonings.get(id) ?? null;
  }

  /** The recipients, without the user's own and known addresses. */
  get recipients(): readonly string[] {
    return [...this.#recipients.values()].map(({ address }) => address);
  }

  /** Returns the recipient of a transaction as it is displayed, if it is another one than before. */
  #addRecipient({ chainId, operation, status, minedAtMs, sentFrom, sentTo, transfers }: ActivityItem): string | null {
    if (operation !== 'send' || status !== 'confirmed' || sentFrom === null || sentTo === null) return null;
    const namespace = namespaceOf(chainId);
    const display = recognizedForm(sentTo);
    const isSigned = this.#isOwn(namespace, sentFrom) && transfers.some((transfer) => this.#isPaid(transfer, namespace));
    if (!isSigned || this.#known.has(display)) return null;
    const before = this.#recipients.get(display);
    if (before !== undefined && before.minedAtMs < minedAtMs) return null;
    this.#recipients.set(display, { address: sentTo, minedAtMs });
    return before !== undefined && isSameAddress(namespace, before.address, sentTo) ? null : display;
  }

  #addSuspect(item: ActivityItem, kinds: readonly (PoisoningKind | null)[]): void {
    const { id, sentFrom, sentTo } = item;
    this.#suspects.delete(id);
    if (kinds.includes(null)) return;
    this.#suspects.set(id, item);
    for (const address of [sentFrom, sentTo]) {
      if (address === null) continue;
      const display = recognizedForm(address);
      const ids = this.#idsByDisplay.get(display);
      if (ids === undefined) this.#idsByDisplay.set(display, new Set([id]));
      else ids.add(id);
    }
  }

  #check({ chainId, sentFrom, sentTo, transfers }: ActivityItem, kinds: readonly (PoisoningKind | null)[]): Poisoning | null {
    const namespace = namespaceOf(chainId);
    if (kinds.includes(null)) return null;
    const isTrusted = (address: string): boolean => this.#lookAlikesOf(address).some((each) => isSameAddress(namespace, each, address));
    for (const address of [sentFrom, sentTo]) {
      if (address === null || isTrusted(address)) continue;
      const [resembles] = this.#lookAlikesOf(address);
      if (resembles !== undefined) return { kind: kinds[0] ?? 'zero-value', resembles };
    }
    const isForeign = sentFrom !== null && !this.#isOwn(namespace, sentFrom);
    const isUnsigned = transfers.length > 0 && transfers.every((transfer) => transfer.direction === 'out' && isZero(transfer));
    if (isForeign && isUnsigned && (sentTo === null || !isTrusted(sentTo))) return { kind: 'not-signed', resembles: null };
    return null;
  }

  /** Trusted addresses that are displayed like one. */
  #lookAlikesOf(address: string): readonly string[] {
    const display = recognizedForm(address);
    const recipient = this.#recipients.get(display);
    return this.#known.get(display) ?? (recipient === undefined ? [] : [recipient.address]);
  }

  #isOwn(namespace: Namespace, address: string): boolean {
    return this.#own.some((each) => isSameAddress(namespace, each, address));
  }

  /** Tests for a transfer that only the user can have signed. No one else can spend the bitcoins of an address. */
  #isPaid(transfer: Transfer, namespace: Namespace): boolean {
    if (transfer.direction !== 'out' || isZero(transfer) || this.#isImitation(transfer)) return false;
    return transfer.valueUsd === null ? namespace === 'bip122' : transfer.valueUsd > 0;
  }

  #kindsOf({ chainId, transfers }: ActivityItem): readonly (PoisoningKind | null)[] {
    const namespace = namespaceOf(chainId);
    return transfers.map((transfer) => this.#worthlessness(transfer, namespace));
  }

  /** Kind of a transfer that is worth little or nothing; `null` if it is worth something. */
  #worthlessness(transfer: Transfer, namespace: Namespace): PoisoningKind | null {
    if (isZero(transfer)) return 'zero-value';
    if (transfer.valueUsd === null && namespace === 'bip122') return Number(transfer.quantity) < DUST_BTC ? 'dust' : null;
    if (transfer.valueUsd === null || this.#isImitation(transfer)) return 'unlisted-token';
    return transfer.valueUsd < DUST_USD ? 'dust' : null;
  }

  #isImitation(transfer: Transfer): boolean {
    return transfer.kind === 'fungible' && !this.#symbols.has(transfer.symbol) && this.#skeletons.has(skeletonOf(transfer.symbol));
  }
}
