import { map, type Observable } from 'rxjs';
import type { RemoteSession } from '../../application/ports/remote-session.port.js';
import type { ChainId } from '../../domain/caip/caip-2.js';
import type { Connector } from '../../domain/connection/connector.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { addressesOn, allowsMethod } from '../../domain/wallet-protocol/session-namespaces.js';
import type { PolkadotWallet } from './polkadot-wallet.js';
import { readAccounts, type SharedAccount } from './wallet-answers.js';

/** Text to the byte: none is left out, none put in another's place. */
const TEXT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** A wallet elsewhere. @see https://docs.reown.com/advanced/multichain/rpc-reference/polkadot-rpc */
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
    const { live, namespaces } = this.provider;
    if (!live) return [];
    return readAccounts(
      addressesOn(namespaces, 'polkadot', chainId).map((address) => ({ address })),
      'wc_sessionSettle',
    );
  }

  allows(chainId: ChainId): boolean {
    return this.accountsOn(chainId).length > 0;
  }

  signPayload(chainId: ChainId, address: string, payload: Readonly<Record<string, unknown>>, signal: AbortSignal): Promise<unknown> {
    return this.#ask('polkadot_signTransaction', chainId, { address, transactionPayload: payload }, signal);
  }

  signRaw(chainId: ChainId, address: string, data: Uint8Array, signal: AbortSignal): Promise<unknown> {
    const method = 'polkadot_signMessage';
    let message: string;
    try {
      message = TEXT.decode(data);
    } catch (cause) {
      // What is no text would be signed as another one.
      return Promise.reject(new LatchkeyError('wallet/unsupported-method', { method: `${method} (bytes)` }, { cause }));
    }
    // The wallet wraps a text by itself.
    return this.#ask(method, chainId, { address, message }, signal);
  }

  disconnect(signal: AbortSignal): Promise<void> {
    return this.provider.disconnect(signal);
  }

  release(): void {
    // Who listens to the session leaves it by its own subscription.
  }

  #ask(method: string, chainId: ChainId, params: object, signal: AbortSignal): Promise<unknown> {
    if (!allowsMethod(this.provider.namespaces, chainId, method))
      return Promise.reject(new LatchkeyError('wallet/unsupported-method', { method }));
    return this.provider.request({ chainId, method, params }, signal);
  }
}
