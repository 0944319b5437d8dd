import { createWalletClient, type Hex, hexToString, http } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { readSandbox } from '../shared/sandbox.js';

/** The first account of the public phrase of development nodes: play money on local chains. @see https://getfoundry.sh/anvil */
const account = mnemonicToAccount('test test test test test test test test test test test junk');

/** The address of the wallet's one account. */
export const ADDRESS = account.address;

/** What a request wants, in words for the owner. */
export const described = (method: string, params: readonly unknown[]): string => {
  if (method === 'personal_sign') return hexToString(params[0] as Hex);
  return JSON.stringify(params);
};

/** Does what a request wants: signs with the key, or sends over the chain's node. */
export const carryOut = async (method: string, params: readonly unknown[], chainId: string): Promise<Hex> => {
  if (method === 'personal_sign') return account.signMessage({ message: { raw: params[0] as Hex } });
  if (method !== 'eth_sendTransaction') throw new Error(`This wallet does not know ${method}`);
  // The app of the tests wrote it.
  const { to, value } = params[0] as { readonly to: Hex; readonly value: Hex };
  const client = createWalletClient({ account, transport: http(readSandbox().rpc[chainId]) });
  return client.sendTransaction({ chain: null, to, value: BigInt(value) });
};
