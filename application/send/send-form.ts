import { distinctUntilChanged, map, type Observable, Subscription, skip } from 'rxjs';
import { type LookAlike, lookAlikeOf } from '../../domain/account/look-alike-address.js';
import type { Namespace } from '../../domain/caip/namespace.js';
import { networkOf } from '../../domain/connection/connection-views.js';
import { isLatchkeyError, type LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { checkRecipient } from '../../domain/send/check-transfer.js';
import {
  EMPTY_SEND_FORM,
  reduceSendForm,
  type SendFormChange,
  type SendFormEvent,
  type SendFormState,
} from '../../domain/send/send-form-state.js';
import type { ConnectionStore } from '../connect/connection.store.js';
import type { IdentityReader } from '../names/identity.reader.js';
import type { Chains } from '../ports/chain.port.js';
import type { Clock } from '../ports/clock.port.js';
import { fromAbortable } from '../shared/from-abortable.js';
import type { OptionsStore } from '../shared/options.store.js';
import { pause } from '../shared/pause.js';
import { StateSubject } from '../shared/state-subject.js';
import type { RecentRecipients } from './recent-recipients.js';

/** Debounce of names while the user types. Addresses need no look-up. */
const DEBOUNCE_MS = 500;

const failureOf = (check: () => void): LatchkeyError | null => {
  try {
    check();
    return null;
  } catch (error) {
    if (!isLatchkeyError(error)) throw error;
    return error;
  }
};

/** The history of the account: see `ActivityReader`, which itself needs what was sent. */
export interface RecipientHistory {
  recipients(namespace: Namespace): readonly string[];
  readNewest(namespace: Namespace, signal: AbortSignal): Promise<void>;
}

/** Dependencies of {@link SendForm}. */
export interface SendFormDeps {
  readonly chains: Chains;
  readonly connections: ConnectionStore;
  readonly identities: Pick<IdentityReader, 'resolve' | 'lookUp' | 'avatar'>;
  readonly clock: Clock;
  readonly recent: Pick<RecentRecipients, 'list'>;
  readonly activity: RecipientHistory;
  readonly options: Pick<OptionsStore, 'current'>;
}

/** The transfer that the user is entering, kept while views change. Another account or network empties it. */
export class SendForm {
  readonly #deps: SendFormDeps;
  readonly #state = new StateSubject<SendFormState>(EMPTY_SEND_FORM);
  readonly #subscriptions = new Subscription();
  #lookUp = new Subscription();

  constructor(deps: SendFormDeps) {
    this.#deps = deps;
    const epoch$ = deps.connections.state$.pipe(
      map(({ sendEpoch }) => sendEpoch),
      distinctUntilChanged(),
      skip(1),
    );
    this.#subscriptions.add(epoch$.subscribe(() => this.reset()));
  }

  get current(): SendFormState {
    return this.#state.value;
  }

  get state$(): Observable<SendFormState> {
    return this.#state.value$;
  }

  /** Changes what was entered. The same recipient is looked up again after a failure. */
  edit(change: SendFormChange): void {
    const { recipient, error } = this.current;
    this.#dispatch({ type: 'edited', change });
    if (change.recipient !== undefined && (change.recipient !== recipient || error !== null)) this.#resolve();
  }

  /** Compares the recipient with the addresses that are known now: another transfer may have been sent since it was entered. */
  recheck(): void {
    const { address } = this.current;
    if (address !== null) this.#dispatch(this.#checked(this.#deps.connections.state.activeNamespace, address));
  }

  reset(): void {
    this.#lookUp.unsubscribe();
    this.#dispatch({ type: 'reset' });
  }

  dispose(): void {
    this.#lookUp.unsubscribe();
    this.#subscriptions.unsubscribe();
    this.#state.complete();
  }

  #dispatch(event: SendFormEvent): void {
    this.#state.next(reduceSendForm(this.current, event));
  }

  #resolve(): void {
    this.#lookUp.unsubscribe();
    const text = this.current.recipient.trim();
    const { activeNamespace: namespace } = this.#deps.connections.state;
    if (text === '') return;
    const isAddress = this.#deps.chains.get(namespace)?.isAddress(text) === true;
    // Names have a dot, and addresses of no namespace do.
    if (isAddress || !text.includes('.')) {
      const failure = failureOf(() => checkRecipient({ namespace, to: text, isAddress }));
      if (failure !== null) {
        const isUnknown = failure.code === 'address/invalid';
        this.#dispatch(isUnknown ? { type: 'resolved', address: null, found: null } : { type: 'failed', error: failure });
        return;
      }
    }
    this.#dispatch(isAddress ? this.#resolved(namespace, text, null) : { type: 'resolving' });
    this.#lookUp = fromAbortable<SendFormEvent>(async (signal, emit) => {
      const event = isAddress ? this.#resolved(namespace, text, null) : await this.#lookUpName(namespace, text, signal);
      if (!isAddress) emit(event);
      const address = event.type === 'resolved' ? event.address : null;
      if (address === null) return;
      const reads = [
        this.#readProfile(namespace, address, isAddress ? null : text, signal),
        this.#inspect(namespace, address, signal),
        this.#readRecipients(namespace, address, signal),
      ];
      await Promise.all(reads.map((read) => read.then((found) => (found === null ? undefined : emit(found)))));
    }).subscribe((event) => this.#dispatch(event));
  }

  #resolved(namespace: Namespace, address: string, name: string | null): SendFormEvent & { readonly type: 'resolved' } {
    return {
      type: 'resolved',
      address,
      found: { name, imageUrl: null, isContract: false, lookAlike: this.#lookAlikeOf(namespace, address) },
    };
  }

  async #lookUpName(namespace: Namespace, name: string, signal: AbortSignal): Promise<SendFormEvent> {
    await pause(DEBOUNCE_MS, this.#deps.clock, signal);
    try {
      const address = await this.#deps.identities.resolve(namespace, name, signal);
      return address === null ? { type: 'resolved', address, found: null } : this.#resolved(namespace, address, name);
    } catch (error) {
      signal.throwIfAborted();
      if (!isLatchkeyError(error)) throw error;
      return { type: 'failed', error };
    }
  }

  /** Name and picture of a recipient; `null` if they cannot be read, which the user need not know. */
  async #readProfile(namespace: Namespace, address: string, name: string | null, signal: AbortSignal): Promise<SendFormEvent | null> {
    try {
      const found = name ?? (await this.#deps.identities.lookUp(namespace, address, signal));
      const imageUrl = found === null ? null : await this.#deps.identities.avatar(namespace, address, signal);
      return found === null ? null : { type: 'profiled', name: found, imageUrl };
    } catch (error) {
      signal.throwIfAborted();
      if (!isLatchkeyError(error)) throw error;
      return null;
    }
  }

  /** Reads if a recipient is a contract; `null` if that cannot be read, or means nothing on this chain. */
  async #inspect(namespace: Namespace, address: string, signal: AbortSignal): Promise<SendFormEvent | null> {
    const { chains, connections } = this.#deps;
    const read = chains.get(namespace)?.services?.isContract;
    const state = connections.state.namespaces[namespace];
    if (read === undefined || state === undefined) return null;
    try {
      return { type: 'inspected', isContract: await read({ address, network: networkOf(state) }, signal) };
    } catch (error) {
      signal.throwIfAborted();
      if (!isLatchkeyError(error)) throw error;
      return null;
    }
  }

  /** Reads the account's history, unless the app has none, and compares the address with the recipients that are known then. */
  async #readRecipients(namespace: Namespace, address: string, signal: AbortSignal): Promise<SendFormEvent | null> {
    const { activity, options } = this.#deps;
    if (!options.current.features.history) return null;
    await activity.readNewest(namespace, signal);
    return this.#checked(namespace, address);
  }

  #checked(namespace: Namespace, address: string): SendFormEvent {
    return { type: 'checked', lookAlike: this.#lookAlikeOf(namespace, address) };
  }

  #lookAlikeOf(namespace: Namespace, address: string): LookAlike | null {
    const { connections, recent, activity } = this.#deps;
    const { namespaces } = connections.state;
    const own = namespaces[namespace]?.session?.accounts.map((account) => account.address) ?? [];
    const labelled = [...(namespaces[namespace]?.addressLabels.keys() ?? [])];
    const sentTo = [...recent.list(namespace).map((each) => each.address), ...activity.recipients(namespace)];
    return lookAlikeOf(namespace, address, [...own, ...labelled, ...sentTo]);
  }
}
