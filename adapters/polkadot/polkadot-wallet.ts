import type { Observable } from 'rxjs';
import type { ChainId } from '../../domain/caip/caip-2.js';
import type { Connector } from '../../domain/connection/connector.js';
import type { SharedAccount } from './wallet-answers.js';

/** A wallet that let the site in: an extension, or one elsewhere. What it throws is foreign. */
export interface PolkadotWallet {
  readonly connector: Connector;
  /** The wallet's own object, for hosts that talk to it themselves. */
  readonly provider: unknown;
  /** Live: what it shares for use on a chain, the active one first. */
  accountsOn(chainId: ChainId): readonly SharedAccount[];
  /** Says that something changed: read the accounts anew. Hot. */
  readonly changes$: Observable<void>;
  /** Whether it can be on a chain: one that an extension does not know it signs for all the same. */
  allows(chainId: ChainId): boolean;
  signPayload(chainId: ChainId, address: string, payload: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<unknown>;
  /** Signs bytes that are wrapped where the wallet does not do it itself. */
  signRaw(chainId: ChainId, address: string, data: Uint8Array, signal: AbortSignal): Promise<unknown>;
  disconnect(signal: AbortSignal): Promise<void>;
  release(): void;
}
