import type { SignClient } from '@walletconnect/sign-client';
import type { buildApprovedNamespaces, getSdkError } from '@walletconnect/utils';

/** The official client of the wallet protocol, on which this wallet is built so that apps meet an implementation that is not their own. */
export interface SignSdk {
  readonly SignClient: typeof SignClient;
  readonly buildApprovedNamespaces: typeof buildApprovedNamespaces;
  readonly getSdkError: typeof getSdkError;
}

/** A client of it. */
export type OfficialClient = InstanceType<typeof SignClient>;

/** Loads it when a wallet needs it: it is large, and most of what the sandbox does goes without. */
export const loadSignSdk = async (): Promise<SignSdk> => {
  const [client, utils] = await Promise.all([import('@walletconnect/sign-client'), import('@walletconnect/utils')]);
  return { SignClient: client.SignClient, buildApprovedNamespaces: utils.buildApprovedNamespaces, getSdkError: utils.getSdkError };
};
