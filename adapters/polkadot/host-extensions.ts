import { AUTH_CONNECTOR_ID, WALLET_CONNECT_CONNECTOR_ID } from '../../domain/connection/connector.js';
import { safeIcon, sanitizeName } from '../../domain/connection/connector-label.js';
import { LatchkeyError } from '../../domain/errors/latchkey-error.js';
import { type InjectedProvider, isInjectedProvider } from './injected-extension.js';
import { extensionConnector, type FoundExtension } from './polkadot-discovery.js';

/** An extension that the host brings: in Node, in tests, where it embeds a wallet. */
export interface HostExtension {
  /** Id of its connector: stable over reloads, and not one that another connector has. */
  readonly id: string;
  readonly name: string;
  /** What an extension puts into `window.injectedWeb3`. @see https://github.com/polkadot-js/extension#injected-interface */
  readonly provider: { enable(originName: string): PromiseLike<unknown> };
  /** A `data:image/…` URL. */
  readonly icon?: string | undefined;
}

/**
 * Makes connectors of the host's extensions.
 * @throws LatchkeyError `config/invalid-option`
 */
export const hostExtensions = (extensions: readonly HostExtension[]): readonly FoundExtension[] => {
  const taken = new Set([WALLET_CONNECT_CONNECTOR_ID, AUTH_CONNECTOR_ID]);
  return extensions.map(({ id, name, provider, icon }, index) => {
    const invalid = (field: string, fix: string): LatchkeyError =>
      new LatchkeyError('config/invalid-option', { field: `polkadot.extensions[${index}].${field}`, fix });
    if (typeof id !== 'string' || id === '' || taken.has(id))
      throw invalid('id', `write an id that is not one of: ${[...taken].join(', ')}`);
    if (sanitizeName(name) === '') throw invalid('name', 'write the name that the list of wallets shows');
    if (!isInjectedProvider(provider)) throw invalid('provider', 'give an object with an enable() method, as extensions do');
    taken.add(id);
    const shownIcon = icon === undefined ? null : safeIcon(icon);
    return { provider: provider as InjectedProvider, connector: extensionConnector({ id, name, icon: shownIcon, type: 'EXTERNAL' }) };
  });
};
