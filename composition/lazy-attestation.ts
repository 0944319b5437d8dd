import type { Attestation } from '../application/ports/attestation.port.js';
import type { Clock } from '../application/ports/clock.port.js';
import type { RecordStore } from '../application/ports/record-store.port.js';
import { loadPart } from '../application/shared/load-part.js';
import { unknownOrigin } from '../domain/wallet-protocol/origin/attestation.js';
import { attestationServer } from '../domain/wallet-protocol/origin/attestation-service.js';

/** Where the attestations of a client come from. */
export interface AttestationPlace {
  /** The `verifyUrl` of the client's metadata. */
  readonly server: string | undefined;
  readonly projectId: string | undefined;
  readonly records: RecordStore;
}

/** The service that attests origins, loaded with the first message that it is asked about. Code that does not arrive says nothing. */
export const lazyAttestation = (
  { page, clock }: { readonly page: (Window & typeof globalThis) | undefined; readonly clock: Clock },
  { server, projectId = '', records }: AttestationPlace,
): Attestation => {
  const load = (): Promise<typeof import('../adapters/walletconnect/attestation/http-attestation.js')> =>
    import('../adapters/walletconnect/attestation/http-attestation.js');
  let loading: Promise<Attestation | null> | null = null;
  const loaded = (): Promise<Attestation | null> => {
    loading ??= loadPart('the verification of origins', load).then(
      ({ HttpAttestation }) => new HttpAttestation({ server: attestationServer(server) ?? '', projectId, page, records, clock }),
      () => {
        loading = null;
        return null;
      },
    );
    return loading;
  };
  return {
    attest: page === undefined ? null : async (ids, signal) => (await loaded())?.attest?.(ids, signal) ?? null,
    verify: async (attestation, signal) => (await loaded())?.verify(attestation, signal) ?? unknownOrigin('unreachable'),
    lookUp: async (message, signal) => (await loaded())?.lookUp(message, signal) ?? unknownOrigin('unreachable'),
  };
};
