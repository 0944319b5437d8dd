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

export interface AttestationKeysOptions {
  readonly records: RecordStore;
  readonly now: () => number;
  /** Fetches JSON; rejects if that fails. */
  readonly fetchJson: (url: string, signal: AbortSignal) => Promise<unknown>;
}

/** Key prefix of the records. */
const PREFIX = '@latchkey/wc/attestation-key/';

/** Public keys of verify services: fetched on first use, and stored until they expire. */
export class AttestationKeys {
  readonly #options: AttestationKeysOptions;
  readonly #keys = new Map<string, AttestationPublicKey>();
  /** Pending fetches by server. Concurrent callers share one, which is aborted with the last of them. */
  readonly #fetches = new Map<string, Observable<AttestationPublicKey | null>>();

  constructor(options: AttestationKeysOptions) {
    this.#options = options;
  }

  /** Returns the stored key of a service; `null` if there is none or it has expired. */
  async cached(server: string): Promise<AttestationPublicKey | null> {
    const { records, now } = this.#options;
    const key = this.#keys.get(server) ?? readAttestationKey(await records.get(PREFIX + server));
    if (key === null || !isKeyFresh(key, now())) return null;
    this.#keys.set(server, key);
    return key;
  }

  /** Fetches the current key of a service; `null` for an invalid response. Rejects if the service is unreachable, or with the signal's reason. */
  fetchLatest(server: string, signal: AbortSignal): Promise<AttestationPublicKey | null> {
    const fetch$ = this.#fetches.get(server) ?? this.#fetch(server).pipe(share());
    this.#fetches.set(server, fetch$);
    return lastValueFrom(fetch$.pipe(throwOnAbort(signal)));
  }

  #fetch(server: string): Observable<AttestationPublicKey | null> {
    return fromAbortable(async (signal, emit) => emit(await this.#fetchAndStore(server, signal)));
  }

  async #fetchAndStore(server: string, signal: AbortSignal): Promise<AttestationPublicKey | null> {
    const { records, fetchJson } = this.#options;
    const key = readAttestationKey(await fetchJson(attestationKeyUrl(server), signal));
    if (key === null || signal.aborted) return null;
    this.#keys.set(server, key);
    // Not awaited: storing the key only saves the next page load a fetch.
    void records.set(PREFIX + server, key).catch(() => undefined);
    return key;
  }
}
