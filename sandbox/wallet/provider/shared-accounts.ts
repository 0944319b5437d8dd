import { hexToBytes } from '@noble/hashes/utils.js';
import type { NamespaceAccount, OtherNamespace } from '../engine/keys/namespace.js';
import type { SandboxProvider } from './sandbox-provider.js';

/** The accounts of a namespace that the wallet shares with a page. */
export class SharedAccounts {
  readonly #provider: SandboxProvider;
  readonly #namespace: OtherNamespace;

  constructor(provider: SandboxProvider, namespace: OtherNamespace) {
    this.#provider = provider;
    this.#namespace = namespace;
  }

  /** Accounts shared now. */
  get all(): readonly NamespaceAccount[] {
    return this.#provider.state?.others[this.#namespace]?.accounts ?? [];
  }

  /** Requests accounts; with `silent`, without asking the user. @throws ProviderError 4001 when the user rejects */
  async connect(silent = false): Promise<readonly NamespaceAccount[]> {
    // The result is an account list unless a fault replaces it, which the page must handle.
    return (await this.#provider.request({ method: `${this.#namespace}_connect`, params: { silent } })) as readonly NamespaceAccount[];
  }

  /** Revokes the accounts. */
  async disconnect(): Promise<void> {
    await this.#provider.request({ method: `${this.#namespace}_disconnect` });
  }

  /** Calls a listener when the accounts change. Returns a function that unsubscribes. */
  watch(listener: (accounts: readonly NamespaceAccount[]) => void): () => void {
    let before = this.all;
    return this.#provider.watch((state) => {
      // The connection will be restored; wallets do not report this to pages.
      if (state === null) return;
      const text = (accounts: readonly NamespaceAccount[]): string => accounts.map(({ address }) => address).join();
      const now = this.all;
      if (text(now) === text(before)) return;
      before = now;
      listener(now);
      if (state.twiceMethods.length > 0) listener(now);
    });
  }
}

/** Decodes a public key. */
export const publicKeyBytes = ({ publicKey }: NamespaceAccount): Uint8Array => hexToBytes(publicKey);
