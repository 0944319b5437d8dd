import type { WalletIdentity } from './identity.js';
import type { SandboxProvider } from './sandbox-provider.js';

/**
 * Announces a provider now and whenever a page asks for announcements.
 * @see https://eips.ethereum.org/EIPS/eip-6963
 */
export const announceProvider = (identity: WalletIdentity, provider: SandboxProvider): void => {
  const info = Object.freeze({ uuid: crypto.randomUUID(), ...identity });
  const announce = (): void => {
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }));
  };
  window.addEventListener('eip6963:requestProvider', announce);
  announce();
};
