import { map, type Observable } from 'rxjs';
import type { RemoteSession } from '../../application/ports/remote-session.port.js';
import type { ChainId } from '../../domain/caip/caip-2.js';
import type { Connector } from '../../domain/connection/connector.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { addressesOn, allowsMethod } from '../../domain/wallet-protocol/session-namespaces.js';
import type { PolkadotWallet } from './polkadot-wallet.js';
import { readAccounts, type SharedAccount } from './wallet-responses.js';

/** Lossless decoder: throws on invalid UTF-8 instead of replacing it. */
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Wallet over a remote session. @see https://docs.reown.com/advanced/multichain/rpc-reference/polkadot-rpc */
export class RemoteWallet implements PolkadotWallet {
  readonly connector: Connector;
  readonly provider: RemoteSession;
  readonly changes$: Observable<void>;

  constructor(connector: Connector, remote: RemoteSession) {
    this.connector = connector;
    this.provider = remote;
    this.changes$ = remote.events$.pipe(map(() => undefined));
  }

  accountsOn(chainId: ChainId): readonly SharedAccount[] {
    const { isLive, namespaces } = this.provider;
    if (!isLive) return [];
    return readAccounts(
      addressesOn(namespaces, 'polkadot', chainId).map((address) => ({ address })),
      'wc_sessionSettle',
    );
  }

  canSignFor(chainId: ChainId): boolean {
    return this.accountsOn(chainId).length > 0;
  }

  signPayload(chainId: ChainId, address: string, payload: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<unknown> {
    return this.#request('polkadot_signTransaction', chainId, { address, transactionPayload: payload }, signal);
  }

  signRaw(chainId: ChainId, address: string, data: Uint8Array, signal: AbortSignal): Promise<unknown> {
    const method = 'polkadot_signMessage';
    let message: string;
    try {
      message = UTF8.decode(data);
    } catch (cause) {
      // The method takes text only: other bytes would be signed as different text.
      return Promise.reject(new LatchkeyError('wallet/unsupported-method', { method: `${method} (bytes)` }, { cause }));
    }
    // The wallet wraps the message itself.
    return this.#request(method, chainId, { address, message }, signal);
  }

  disconnect(signal: AbortSignal): Promise<void> {
    return this.provider.disconnect(signal);
  }

  release(): void {
    // Session events are unsubscribed by the session itself.
  }

  #request(method: string, chainId: ChainId, params: object, signal: AbortSignal): Promise<unknown> {
    if (!allowsMethod(this.provider.namespaces, chainId, method))
      return Promise.reject(new LatchkeyError('wallet/unsupported-method', { method }));
    return this.provider.request({ chainId, method, params }, signal);
  }
}
