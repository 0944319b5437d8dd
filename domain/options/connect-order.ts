/** A connect method group of the Connect view. */
export type ConnectMethod = 'email' | 'social' | 'wallet';

const WITH_INSTALLED_WALLET: readonly ConnectMethod[] = ['wallet', 'email', 'social'];
const WITHOUT_INSTALLED_WALLET: readonly ConnectMethod[] = ['email', 'social', 'wallet'];

const INSTALLED_TYPES: readonly string[] = ['ANNOUNCED', 'INJECTED', 'MULTI_CHAIN'];

/**
 * Returns the order of the connect methods: the configured one, else wallet, email, social if an installed wallet is visible, else email,
 * social, wallet.
 */
export const resolveConnectMethods = (
  configured: readonly ConnectMethod[] | undefined,
  visible: readonly { readonly type: string }[],
): readonly ConnectMethod[] =>
  configured ?? (visible.some(({ type }) => INSTALLED_TYPES.includes(type)) ? WITH_INSTALLED_WALLET : WITHOUT_INSTALLED_WALLET);
