/** A group of the connect view. */
export type ConnectMethod = 'email' | 'social' | 'wallet';

const WITH_INSTALLED_WALLET: readonly ConnectMethod[] = ['wallet', 'email', 'social'];
const WITHOUT_INSTALLED_WALLET: readonly ConnectMethod[] = ['email', 'social', 'wallet'];

const INSTALLED: readonly string[] = ['ANNOUNCED', 'INJECTED', 'MULTI_CHAIN'];

/**
 * The order of the connect view's groups: the host's, if it set one; with an installed wallet among the shown
 * connectors wallet, email, social; else email, social, wallet.
 */
export const resolveConnectMethods = (
  configured: readonly ConnectMethod[] | undefined,
  shown: readonly { readonly type: string }[],
): readonly ConnectMethod[] =>
  configured ?? (shown.some(({ type }) => INSTALLED.includes(type)) ? WITH_INSTALLED_WALLET : WITHOUT_INSTALLED_WALLET);
