import type { Observable } from 'rxjs';
import type { ChainId } from '../../domain/caip/caip-2.js';
import type { Connector } from '../../domain/connection/connector.js';
import type { SharedAccount } from './wallet-responses.js';

/** A connected wallet: an extension or a remote session. Errors are the wallet's own. */
export interface PolkadotWallet {
  readonly connector: Connector;
  /** The wallet's own object, for apps. */
  readonly provider: unknown;
  /** Live list of the accounts shared on a chain, the active one first. */
  accountsOn(chainId: ChainId): readonly SharedAccount[];
  /** Emits when the accounts may have changed. Hot. */
  readonly changes$: Observable<void>;
  /** Returns whether the wallet can sign for a chain. Extensions sign for any chain. */
  canSignFor(chainId: ChainId): boolean;
  signPayload(chainId: ChainId, address: string, payload: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<unknown>;
  /** Signs bytes wrapped in `<Bytes>…</Bytes>`. Adds the wrapper if the wallet does not. */
  signRaw(chainId: ChainId, address: string, data: Uint8Array, signal: AbortSignal): Promise<unknown>;
  disconnect(signal: AbortSignal): Promise<void>;
  release(): void;
}
