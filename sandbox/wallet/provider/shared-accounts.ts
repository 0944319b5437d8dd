import { hexToBytes } from '@noble/hashes/utils.js';
import type { NamespaceAccount, OtherNamespace } from '../engine/keys/namespace.js';
import type { SandboxProvider } from './sandbox-provider.js';

/** One namespace of a wallet as a page's script sees it. */
export class SharedAccounts {
  readonly #provider: SandboxProvider;
  readonly #namespace: OtherNamespace;

  constructor(provider: SandboxProvider, namespace: OtherNamespace) {
    this.#provider = provider;
    this.#namespace = namespace;
  }

  /** What the wallet shares with this page now. */
  get all(): readonly NamespaceAccount[] {
    return this.#provider.state?.others[this.#namespace]?.accounts ?? [];
  }

  /** Asks for accounts unless there are some; with `silent`, asks nobody. @throws ProviderError 4001 when the person says no */
  async connect(silent = false): Promise<readonly NamespaceAccount[]> {
    // The wallet answers with accounts, unless a fault makes it answer something else: what came is then the page's to judge.
    return (await this.#provider.request({ method: `${this.#namespace}_connect`, params: { silent } })) as readonly NamespaceAccount[];
  }

  /** Gives the accounts back. */
  async disconnect(): Promise<void> {
    await this.#provider.request({ method: `${this.#namespace}_disconnect` });
  }

  /** Calls a listener whenever the accounts are others than before; returns what ends that. */
  watch(listener: (accounts: readonly NamespaceAccount[]) => void): () => void {
    let before = this.all;
    return this.#provider.watch((state) => {
      // A broken line comes back; a wallet in a page says nothing of it.
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

/** Bytes of a public key. */
export const publicKeyBytes = ({ publicKey }: NamespaceAccount): Uint8Array => hexToBytes(publicKey);
