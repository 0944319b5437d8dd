import type { FoundWallet } from './found-wallet.js';

/** What an emitter may be, for all its languages. */
interface Emitter {
  on?(event: string, listener: (payload: unknown) => void): unknown;
  addListener?(event: string, listener: (payload: unknown) => void): unknown;
  removeListener?(event: string, listener: (payload: unknown) => void): unknown;
  readonly features?: Readonly<Record<string, Emitter | undefined>>;
}

/**
 * Listens for a wallet that begins to share addresses, without asking it anything and without the code of its language: a
 * page that remembers a wallet does this from its start. Gives a function that stops.
 */
export const watchSharing = ({ provider, dialect }: FoundWallet, hear: () => void): (() => void) => {
  const isStandard = dialect === 'standard';
  // A wallet's object may be anything; what fails here says nothing.
  const emitter = (isStandard ? (provider as Emitter).features?.['standard:events'] : provider) as Emitter | undefined;
  const event = isStandard ? 'change' : dialect === 'unisat' || dialect === 'okx' ? 'accountsChanged' : 'accountChange';
  const listener = (payload: unknown): void => {
    const accounts = isStandard ? (payload as { readonly accounts?: unknown } | null)?.accounts : payload;
    if (!Array.isArray(accounts) ? !isStandard : accounts.length > 0) hear();
  };
  try {
    const stop = emitter?.on?.(event, listener) ?? emitter?.addListener?.(event, listener);
    return () => {
      try {
        if (typeof stop === 'function') stop();
        else emitter?.removeListener?.(event, listener);
      } catch {
        // It said all that it would.
      }
    };
  } catch {
    return () => undefined;
  }
};
