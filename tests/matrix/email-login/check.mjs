/** Signs and sends with the embedded wallet through ethers and Solana's wallet-adapter, as the guide shows. Exit code 0 if all is well. */
import assert from 'node:assert/strict';
import { startChain, startSolana } from '@latchkey/sandbox';
import { Connection, LAMPORTS_PER_SOL, PublicKey, SystemProgram, Transaction } from '@solana/web3.js';
import { verifyMessage, verifyTypedData } from 'ethers';
import * as core from 'latchkey';
import { eip155, mainnet } from 'latchkey/eip155';
import { solana, solanaMainnet } from 'latchkey/solana';
import { FakeSecureFrame } from 'latchkey/testing';
import { createTestClient, http, parseEther, publicActions } from 'viem';
import { loggedIn } from '../../../tests/matrix/embedded-wallet.mjs';
import { ethersSigner } from './built/with-ethers.js';
import { walletAdapter } from './built/with-wallet-adapter.js';

const BOB = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const at = (network, ...urls) => ({ ...network, rpcUrls: { default: { http: urls } } });

const [chain, node] = await Promise.all([startChain({ chainId: 1 }), startSolana({})]);
const networks = [at(mainnet, chain.rpcUrl), at(solanaMainnet, node.rpcUrl)];
const { latchkey, address, solanaAddress, login } = await loggedIn(
  { ...core, FakeSecureFrame },
  { evmChains: networks.slice(0, 1), solanaUrl: node.rpcUrl, networks, modules: [eip155(), solana()] },
);
await login(core.resultFrom);
const evm = createTestClient({ mode: 'anvil', transport: http(chain.rpcUrl) }).extend(publicActions);
await evm.setBalance({ address, value: parseEther('2') });

const signer = await ethersSigner(latchkey);
assert.equal(await signer.getAddress(), address);
assert.equal(verifyMessage('Hello', await signer.signMessage('Hello')), address);
const typed = [{ name: 'Shop', version: '1', chainId: 1 }, { Order: [{ name: 'id', type: 'uint256' }] }, { id: 7n }];
assert.equal(verifyTypedData(...typed, await signer.signTypedData(...typed)), address);
const before = await evm.getBalance({ address: BOB });
const sent = await signer.sendTransaction({ to: BOB, value: parseEther('0.5') });
assert.equal((await sent.wait()).status, 1);
assert.equal((await evm.getBalance({ address: BOB })) - before, parseEther('0.5'));
process.stdout.write('ethers signs and sends with the embedded wallet\n');

// The adapter tells the chain by the endpoint's name.
const connection = new Connection('https://api.mainnet-beta.solana.com', {
  commitment: 'confirmed',
  fetch: (_url, init) => fetch(node.rpcUrl, init),
});
// Without a page, adapters are not ready. Latchkey has already been created without one.
Object.assign(globalThis, { window: {}, document: {} });
const adapter = walletAdapter(latchkey);
await adapter.connect();
assert.equal(adapter.publicKey.toBase58(), solanaAddress);
await connection.requestAirdrop(adapter.publicKey, 2 * LAMPORTS_PER_SOL);
const to = PublicKey.unique();
const transfer = async () => {
  const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash();
  const instruction = SystemProgram.transfer({ fromPubkey: adapter.publicKey, toPubkey: to, lamports: LAMPORTS_PER_SOL / 2 });
  return new Transaction({ feePayer: adapter.publicKey, blockhash, lastValidBlockHeight }).add(instruction);
};
const signature = await adapter.sendTransaction(await transfer(), connection);
const {
  value: [status],
} = await connection.getSignatureStatuses([signature]);
assert.equal(status.err, null);
assert.equal(await connection.getBalance(to), LAMPORTS_PER_SOL / 2);
const signed = await adapter.signTransaction(await transfer());
assert.equal(signed.verifySignatures(), true);
process.stdout.write("Solana's wallet-adapter signs and sends with the embedded wallet\n");

latchkey.dispose();
await Promise.all([chain.stop(), node.stop()]);
process.exit(0);
