import { createPublicKey, verify } from 'node:crypto';
import type { Sandbox } from '@latchkey/sandbox';
import { decodeAddress, signatureVerify } from '@polkadot/util-crypto';
import { base58 } from '@scure/base';
import { Verifier } from 'bip322-js';
import { erc20Abi, getAddress, type Hex, verifyMessage } from 'viem';
import type { ChainClient } from './chain-clients.js';

/** Reads balances from a chain and verifies signatures with an independent library. */
export interface ChainFacts {
  isSignedBy(address: string, message: string, signature: string): boolean | Promise<boolean>;
  balanceOf(address: string): Promise<bigint>;
}

/** Calls a node over JSON-RPC. */
export const callNode = async (url: string, method: string, params: readonly unknown[]): Promise<unknown> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const headers = { 'content-type': 'application/json', connection: 'close' };
  return (await (await fetch(url, { method: 'POST', headers, body })).json()).result;
};

/** Offset of the amount in a Solana token account, after mint and owner. */
const AMOUNT_AT = 64;

/** Solana, verified with Node's crypto. @see https://datatracker.ietf.org/doc/html/rfc8410 */
export const solanaFacts = ({ nodes }: Sandbox): ChainFacts => ({
  isSignedBy: (address, message, signature) => {
    const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), base58.decode(address)]);
    return verify(null, Buffer.from(message), createPublicKey({ key: der, format: 'der', type: 'spki' }), base58.decode(signature));
  },
  balanceOf: async (address) => BigInt(Object(await callNode(nodes.solana?.url ?? '', 'getBalance', [address])).value),
});

/** Returns an owner's balance of a Solana token over all its accounts. @see https://solana.com/docs/rpc/http/gettokenaccountsbyowner */
export const solanaTokenBalance =
  ({ nodes }: Pick<Sandbox, 'nodes'>, asset: string) =>
  async (owner: string): Promise<bigint> => {
    const mint = asset.slice(asset.lastIndexOf(':') + 1);
    const result = Object(await callNode(nodes.solana?.url ?? '', 'getTokenAccountsByOwner', [owner, { mint }, { encoding: 'base64' }]));
    const accounts: readonly { readonly account: { readonly data: readonly [string, string] } }[] = result.value;
    return accounts.reduce((sum, { account }) => sum + Buffer.from(account.data[0], 'base64').readBigUInt64LE(AMOUNT_AT), 0n);
  };

/** Bitcoin, verified with bip322-js. */
export const bitcoinFacts = ({ urls }: Sandbox): ChainFacts => ({
  isSignedBy: (address, message, signature) => Verifier.verifySignature(address, message, signature),
  balanceOf: async (address) => {
    const coins: readonly { readonly value: number }[] = await (await fetch(`${urls.esplora}/address/${address}/utxo`)).json();
    return coins.reduce((sum, { value }) => sum + BigInt(value), 0n);
  },
});

/** EVM chains, verified with viem. */
export const evmFacts = (node: ChainClient): ChainFacts => ({
  // The page shows hex.
  isSignedBy: (address, message, signature) => verifyMessage({ address: getAddress(address), message, signature: signature as Hex }),
  balanceOf: (address) => node.getBalance({ address: getAddress(address) }),
});

/** Returns an owner's balance of an ERC-20 token. */
export const evmTokenBalance =
  (node: ChainClient, asset: string) =>
  (owner: string): Promise<bigint> =>
    node.readContract({
      address: getAddress(asset.slice(asset.lastIndexOf(':') + 1)),
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [getAddress(owner)],
    });

/** Storage key prefix of an account: twox128 of `System` and `Account`. The hash of the account follows. */
const SYSTEM_ACCOUNT = '26aa394eea5630e07c48ae0c9558cef7b99d880ec681799c0cf30e8886371da9';

/** Bytes before the free balance in an account: a nonce and three counters. */
const COUNTERS = 16;

/** Polkadot, verified with its SDK's crypto, and read from raw storage. @param hashOf 16-byte blake2b hash of a public key */
export const polkadotFacts = ({ nodes }: Sandbox, hashOf: (publicKey: Uint8Array) => Uint8Array): ChainFacts => ({
  isSignedBy: (address, message, signature) => signatureVerify(`<Bytes>${message}</Bytes>`, signature, address).isValid,
  balanceOf: async (address) => {
    const publicKey = decodeAddress(address);
    const key = `0x${SYSTEM_ACCOUNT}${Buffer.concat([hashOf(publicKey), publicKey]).toString('hex')}`;
    const stored = await callNode(nodes.polkadot?.url ?? '', 'state_getStorage', [key]);
    return stored === null ? 0n : Buffer.from(String(stored).slice(2), 'hex').readBigUInt64LE(COUNTERS);
  },
});
