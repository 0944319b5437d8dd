import { HttpAttestation } from '../adapters/walletconnect/attestation/http-attestation.js';
import type { Clock } from '../application/ports/clock.port.js';
import type { RecordStore } from '../application/ports/record-store.port.js';
import { OriginChecker } from '../application/wallet-protocol/engine/origin-checker.js';

/** What the origin of a page is attested with. */
export interface PageOriginsOptions {
  readonly page: Window & typeof globalThis;
  readonly clock: Clock;
  /** Address of the service. */
  readonly verifyUrl: string;
  readonly projectId: string | undefined;
  readonly records: RecordStore;
}

/** Has the origin of a page attested: in a chunk of its own, for the few pages that want it. */
export const pageOrigins = ({ page, clock, verifyUrl, projectId = '', records }: PageOriginsOptions): OriginChecker =>
  new OriginChecker({ verifyUrl, attestation: new HttpAttestation({ server: verifyUrl, projectId, page, records, clock }), clock });
