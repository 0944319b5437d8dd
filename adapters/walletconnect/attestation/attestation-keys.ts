import { lastValueFrom, type Observable, share } from 'rxjs';
import type { RecordStore } from '../../../application/ports/record-store.port.js';
import { throwOnAbort } from '../../../application/shared/aborted.js';
import { fromAbortable } from '../../../application/shared/from-abortable.js';
import { isKeyFresh } from '../../../domain/wallet-protocol/origin/attestation.js';
import {
  type AttestationPublicKey,
  attestationKeyUrl,
  readAttestationKey,
} from '../../../domain/wallet-protocol/origin/attestation-service.js';

/** What keys are kept with. */
export interface AttestationKeysOptions {
  readonly records: RecordStore;
  readonly now: () => number;
  /** Fetches JSON; rejects where that fails. */
  readonly fetchJson: (url: string, signal: AbortSignal) => Promise<unknown>;
}

/** What the records of keys begin with. */
const PREFIX = '@latchkey/wc/attestation-key/';

/** The public keys of services that attest origins: fetched at first use, and kept until they expire, also by the next page. */
export class AttestationKeys {
  readonly #options: AttestationKeysOptions;
  readonly #keys = new Map<string, AttestationPublicKey>();
  /** One fetch for all that want the same key at once; it ends with the last of them. */
  readonly #fetches = new Map<string, Observable<AttestationPublicKey | null>>();

  constructor(options: AttestationKeysOptions) {
    this.#options = options;
  }

  /** The key that is kept of a service; `null` where none is that may still be used. */
  async kept(server: string): Promise<AttestationPublicKey | null> {
    const { records, now } = this.#options;
    const key = this.#keys.get(server) ?? readAttestationKey(await records.get(PREFIX + server));
    if (key === null || !isKeyFresh(key, now())) return null;
    this.#keys.set(server, key);
    return key;
  }

  /** The key that the service has now; `null` for an answer that is none. Rejects where the service cannot be reached, or with the signal's reason. */
  fetched(server: string, signal: AbortSignal): Promise<AttestationPublicKey | null> {
    const fetch$ = this.#fetches.get(server) ?? this.#fetch(server).pipe(share());
    this.#fetches.set(server, fetch$);
    return lastValueFrom(fetch$.pipe(throwOnAbort(signal)));
  }

  #fetch(server: string): Observable<AttestationPublicKey | null> {
    return fromAbortable(async (signal, emit) => emit(await this.#take(server, signal)));
  }

  async #take(server: string, signal: AbortSignal): Promise<AttestationPublicKey | null> {
    const { records, fetchJson } = this.#options;
    const key = readAttestationKey(await fetchJson(attestationKeyUrl(server), signal));
    if (key === null || signal.aborted) return null;
    this.#keys.set(server, key);
    // Nobody waits for what is only there to save the next page a fetch.
    void records.set(PREFIX + server, key).catch(() => undefined);
    return key;
  }
}
