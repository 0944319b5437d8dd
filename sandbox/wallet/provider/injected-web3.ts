import type { NamespaceAccount } from '../engine/keys/namespace.js';
import type { WalletIdentity } from './identity.js';
import type { SandboxProvider } from './sandbox-provider.js';
import { SharedAccounts } from './shared-accounts.js';

/** An account as extensions of Polkadot show it. */
interface InjectedAccount {
  readonly address: string;
  readonly name: string;
  readonly type: 'sr25519';
  readonly genesisHash: null;
}

type Subscriber = (accounts: readonly InjectedAccount[]) => void;

let lastId = 0;

const injected = (accounts: readonly NamespaceAccount[]): readonly InjectedAccount[] =>
  // Malformed answers of a fault reach the page as they came.
  Array.isArray(accounts)
    ? accounts.map(({ address, name = '' }: NamespaceAccount) => ({ address, name, type: 'sr25519', genesisHash: null }))
    : (accounts as readonly never[]);

/**
 * What an extension of Polkadot puts under its name: nothing but a version until a site asks to be let in.
 * @see https://github.com/polkadot-js/extension/blob/master/packages/extension-inject/src/types.ts
 */
const injectedExtension = (provider: SandboxProvider): object => {
  const shared = new SharedAccounts(provider, 'polkadot');
  const signed = async (method: string, params: object): Promise<object> => {
    lastId += 1;
    // A fault may answer anything, also nothing.
    const { signature } = Object(await provider.request({ method, params }));
    return { id: lastId, signature };
  };
  return Object.freeze({
    version: '0.1.0',
    /** The name that the site gives itself is of no use: the wallet shows its origin. */
    enable: async (_originName: string) => {
      const first = injected(await shared.connect());
      return {
        accounts: {
          get: async () => (Array.isArray(first) ? injected(shared.all) : first),
          subscribe: (subscriber: Subscriber) => {
            subscriber(Array.isArray(first) ? injected(shared.all) : first);
            return shared.watch((accounts) => subscriber(injected(accounts)));
          },
        },
        signer: {
          signPayload: (payload: { readonly address: string }) =>
            signed('polkadot_signTransaction', { address: payload.address, transactionPayload: payload }),
          signRaw: ({ address, data }: { readonly address: string; readonly data: string }) =>
            signed('polkadot_signMessage', { address, message: data }),
        },
      };
    },
  });
};

/** Puts a wallet among the extensions of Polkadot, under its name. */
export const injectExtension = ({ name }: WalletIdentity, provider: SandboxProvider): void => {
  const page = window as Window & { injectedWeb3?: Record<string, object> };
  page.injectedWeb3 ??= {};
  page.injectedWeb3[name] = injectedExtension(provider);
};
