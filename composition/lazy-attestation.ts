import type { Attestation } from '../application/ports/attestation.port.js';
import type { Clock } from '../application/ports/clock.port.js';
import type { RecordStore } from '../application/ports/record-store.port.js';
import { loadChunk } from '../application/shared/load-chunk.js';
import { unknownOrigin } from '../domain/wallet-protocol/origin/attestation.js';
import { attestationServerUrl } from '../domain/wallet-protocol/origin/attestation-service.js';

/** Configuration of the attestation service of a client. */
export interface AttestationSource {
  /** The `verifyUrl` of the client's metadata. */
  readonly server: string | undefined;
  readonly projectId: string | undefined;
  readonly records: RecordStore;
}

/** Attests and verifies origins with a service that is loaded on first use. If it cannot be loaded, origins are reported as unknown. */
export const lazyAttestation = (
  { page, clock }: { readonly page: (Window & typeof globalThis) | undefined; readonly clock: Clock },
  { server, projectId = '', records }: AttestationSource,
): Attestation => {
  const load = (): Promise<typeof import('../adapters/walletconnect/attestation/http-attestation.js')> =>
    import('../adapters/walletconnect/attestation/http-attestation.js');
  let loading: Promise<Attestation | null> | null = null;
  const loaded = (): Promise<Attestation | null> => {
    loading ??= loadChunk('origin verification', load).then(
      ({ HttpAttestation }) => new HttpAttestation({ server: attestationServerUrl(server) ?? '', projectId, page, records, clock }),
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
