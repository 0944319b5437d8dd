import { createPublicKey, verify } from 'node:crypto';
import { type RunningSolana, type SandboxProvider, startSolana, type Wallet } from '@latchkey/sandbox';
import { base58, base64 } from '@scure/base';
import { createTransferCheckedInstruction, TOKEN_PROGRAM_ID } from '@solana/spl-token';
import { Keypair, PublicKey, SystemProgram, Transaction, TransactionMessage, VersionedTransaction } from '@solana/web3.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WalletAsker } from './support/wallet-asker.js';

const SOL = 1_000_000_000;

/** Node's own cryptography, which the wallet does not use. @see https://datatracker.ietf.org/doc/html/rfc8410 */
const isSignedBy = (address: string, message: Uint8Array, signature: Uint8Array): boolean => {
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), base58.decode(address)]);
  return verify(null, message, createPublicKey({ key: der, format: 'der', type: 'spki' }), signature);
};

describe('the wallet on Solana', () => {
  let solana: RunningSolana;
  let asker: WalletAsker;
  let wallet: Wallet;
  let provider: SandboxProvider;
  let address: string;

  const call = async (method: string, ...params: readonly unknown[]): Promise<unknown> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const response = await fetch(solana.rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    return (await response.json()).result;
  };
  const balance = async (of: string): Promise<number> => Object(await call('getBalance', of)).value;
  const blockhash = async (): Promise<string> => Object(await call('getLatestBlockhash')).value.blockhash;
  const ask: WalletAsker['ask'] = (...request) => asker.ask(...request);

  beforeAll(async () => {
    solana = await startSolana();
  });
  afterAll(() => solana.stop());
  beforeEach(async () => {
    asker = new WalletAsker({ solana: { chainId: solana.chainId, url: solana.rpcUrl } });
    ({ wallet, provider } = asker);
    await ask('solana_connect', {});
    address = provider.state?.others.solana?.accounts[0]?.address ?? '';
  });

  it('shares accounts after a question, and none while it is locked', async () => {
    expect(new PublicKey(address).toBase58()).toBe(address);
    expect(provider.state?.others.solana?.accounts.map((account) => account.address)).toEqual([address]);
    await wallet.control.lock();
    expect(provider.state?.others.solana?.accounts).toEqual([]);
    await expect(provider.request({ method: 'solana_signMessage', params: { message: '', pubkey: address } })).rejects.toMatchObject({
      code: 4100,
    });
    await wallet.control.unlock();
    await wallet.control.selectAccount(1);
    const [first] = provider.state?.others.solana?.accounts ?? [];
    expect(first?.address).not.toBe(address);
    expect(await wallet.provider('https://other.example').request({ method: 'solana_connect', params: { silent: true } })).toEqual([]);
  });

  it('signs messages, and shows them', async () => {
    const message = new TextEncoder().encode('hello\u202e');
    const { result, facts } = await ask('solana_signMessage', { message: base58.encode(message), pubkey: address });
    expect(facts).toContain('Message: hello\\u{202e}');
    expect(isSignedBy(address, message, base58.decode(result['signature'] ?? ''))).toBe(true);
    expect((await ask('solana_signMessage', { message: base58.encode(message), pubkey: address }, false)).code).toBe(4001);
  });

  it('signs in with a message of its own making, and warns of another host', async () => {
    const { result, facts } = await ask('solana_signIn', {
      domain: 'bank.example',
      statement: 'Hello.',
      nonce: '12345678',
      resources: ['a:b'],
    });
    const message = base64.decode(result['signedMessage'] ?? '');
    expect(new TextDecoder().decode(message)).toBe(
      `bank.example wants you to sign in with your Solana account:\n${address}\n\nHello.\n\nNonce: 12345678\nResources:\n- a:b`,
    );
    expect(isSignedBy(address, message, base64.decode(result['signature'] ?? ''))).toBe(true);
    expect(facts).toContain('Attention: The message is for bank.example, and app.example asks.');
  });

  it('signs and sends legacy and versioned transactions, and says what they do', async () => {
    await call('requestAirdrop', address, 10 * SOL);
    const [payer, to] = [new PublicKey(address), Keypair.generate().publicKey];
    const instructions = [SystemProgram.transfer({ fromPubkey: payer, toPubkey: to, lamports: SOL })];
    const message = new TransactionMessage({ payerKey: payer, recentBlockhash: await blockhash(), instructions }).compileToV0Message();
    const transaction = base64.encode(new VersionedTransaction(message).serialize());
    const sent = await ask('solana_signAndSendTransaction', { transaction, pubkey: address, sendOptions: { skipPreflight: false } });
    expect(sent.facts).toEqual(expect.arrayContaining(['Amount: 1 SOL', `To: ${to.toBase58()}`, `Fee payer: ${address}`]));
    expect(base58.decode(sent.result['signature'] ?? '')).toHaveLength(64);
    expect(await balance(to.toBase58())).toBe(SOL);

    const legacy = new Transaction({ feePayer: payer, recentBlockhash: await blockhash() }).add(...instructions);
    const bytes = legacy.serialize({ requireAllSignatures: false });
    const signed = await ask('solana_signTransaction', { transaction: base64.encode(bytes) });
    expect(Transaction.from(base64.decode(signed.result['transaction'] ?? '')).verifySignatures()).toBe(true);
    await call('sendTransaction', signed.result['transaction'], { encoding: 'base64' });
    expect(await balance(to.toBase58())).toBe(2 * SOL);

    const both = await ask('solana_signAllTransactions', { transactions: [transaction, base64.encode(bytes)], pubkey: address });
    expect(both.facts).toContain('Transaction: 2 of 2');
    expect(both.result['transactions']).toHaveLength(2);
  });

  it('names what tokens a transaction moves, and passes on why a node refuses it', async () => {
    const payer = new PublicKey(address);
    const [from, mint, to] = [Keypair.generate().publicKey, Keypair.generate().publicKey, Keypair.generate().publicKey];
    const transfer = createTransferCheckedInstruction(from, mint, to, payer, 1_500_000n, 6, [], TOKEN_PROGRAM_ID);
    const transaction = new Transaction({ feePayer: payer, recentBlockhash: await blockhash() }).add(transfer);
    const encoded = base64.encode(transaction.serialize({ requireAllSignatures: false }));
    const { facts, code } = await ask('solana_signAndSendTransaction', { transaction: encoded, pubkey: address });
    expect(facts).toEqual(expect.arrayContaining(['Tokens: 1.5', `Token: ${mint.toBase58()}`, `To token account: ${to.toBase58()}`]));
    expect(code).toBe(-32_002);
    expect((await ask('solana_signTransaction', { transaction: 'AAAA', pubkey: address })).code).toBe(-32_602);
  });

  it('misbehaves as a test wants it', async () => {
    const params = { message: base58.encode(new Uint8Array(3)), pubkey: address };
    await wallet.control.setFault({ mode: 'reject-all' });
    await expect(provider.request({ method: 'solana_signMessage', params })).rejects.toMatchObject({ code: 4001 });
    await wallet.control.setFault({ mode: 'answer-garbage', answer: 42 });
    expect(await provider.request({ method: 'solana_signMessage', params })).toBe(42);
    await wallet.control.setFault({ mode: 'drop' });
    await expect(provider.request({ method: 'solana_signMessage', params })).rejects.toMatchObject({ code: 4900 });
    await wallet.control.setFault(null);
    expect(provider.state?.others.solana?.accounts).toHaveLength(1);
  });
});
