import { combineLatest, distinctUntilChanged, map, type Observable, switchMap, takeUntil } from 'rxjs';
import { isSameAddress } from '../../domain/account/same-address.js';
import { parseAssetId } from '../../domain/caip/caip-19.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import { transferDigest } from '../../domain/send/reviewed-transfer.js';
import { type SendDraft, transferOf } from '../../domain/send/send-draft.js';
import { type SendContact, type SendState, sendStateOf, withNewestToken } from '../../domain/send/send-state.js';
import type { BalanceReader } from '../balances/balance.reader.js';
import type { TokenPoll } from '../balances/token.poll.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { RecentRecipients } from './recent-recipients.js';
import { isSponsoredAccount, type SendFeeEstimates } from './send-fee-estimates.js';
import type { SendForm } from './send-form.js';

/** Dependencies of {@link WatchSend}. */
export interface WatchSendDeps {
  readonly form: Pick<SendForm, 'current' | 'state$'>;
  readonly fees: Pick<SendFeeEstimates, 'current' | 'watch'>;
  readonly tokens: Pick<TokenPoll, 'current' | 'watch'>;
  readonly balances: Pick<BalanceReader, 'current' | 'watch'>;
  readonly connections: Pick<ConnectionStore, 'state' | 'state$' | 'disposed$'>;
  readonly recent: Pick<RecentRecipients, 'list'>;
}

const areSameContacts = (one: readonly SendContact[], other: readonly SendContact[]): boolean =>
  one.length === other.length && one.every(({ address, name }, index) => address === other[index]?.address && name === other[index]?.name);

/** Digest of the transfer of a draft; `null` while it is incomplete. */
const digestOf = (draft: SendDraft): string | null => {
  const transfer = transferOf(draft);
  if (transfer === null || draft.token === null) return null;
  const { to, value, asset, all = false } = transfer;
  const token = asset === undefined ? null : parseAssetId(asset).assetReference;
  return transferDigest({ chainId: draft.token.chainId, to, token, value: all ? null : value });
};

/**
 * Emits the transfer that the user enters: what was entered by {@link EditSend}, its fees, and what is missing. Balances are polled and fees estimated
 * while subscribed. Another account or network empties it. Never errors: an error is part of the state.
 */
export class WatchSend {
  readonly #deps: WatchSendDeps;
  /** Keeps its identity while it stays the same. */
  #contacts: readonly SendContact[] = [];

  constructor(deps: WatchSendDeps) {
    this.#deps = deps;
  }

  /** The current state, for synchronous readers. Reads nothing. */
  current(): SendState {
    const { form, fees, tokens, balances, connections } = this.#deps;
    const { activeNamespace: namespace } = connections.state;
    const { items } = tokens.current(namespace);
    return sendStateOf({
      form: form.current,
      fees: fees.current,
      tokens: items,
      digest: digestOf(withNewestToken(form.current, items)),
      coin: balances.current(namespace).balance,
      isSponsored: isSponsoredAccount(connections.state),
      contacts: this.#contactsOf(namespace),
    });
  }

  execute(): Observable<SendState> {
    const { form, fees, tokens, balances, connections } = this.#deps;
    return connections.state$.pipe(
      map(({ activeNamespace }) => activeNamespace),
      distinctUntilChanged(),
      switchMap((namespace) =>
        combineLatest([form.state$, fees.watch(), tokens.watch(namespace), balances.watch(namespace), connections.state$]),
      ),
      map(() => this.current()),
      takeUntil(connections.disposed$),
    );
  }

  #contactsOf(namespace: Namespace): readonly SendContact[] {
    const { connections, recent } = this.#deps;
    const [, ...others] = connections.state.namespaces[namespace]?.session?.accounts ?? [];
    const own = others.map(({ address }): SendContact => ({ address, name: null, isOwn: true }));
    const isOwn = (address: string): boolean => own.some((each) => isSameAddress(namespace, each.address, address));
    const sent = recent.list(namespace).filter(({ address }) => !isOwn(address));
    const contacts = [...own, ...sent.map(({ address, name }): SendContact => ({ address, name, isOwn: false }))];
    if (!areSameContacts(this.#contacts, contacts)) this.#contacts = contacts;
    return this.#contacts;
  }
}
