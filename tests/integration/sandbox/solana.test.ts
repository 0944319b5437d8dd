import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { on, once } from 'node:events';
import { createWallet, type RunningSolana, startSolana } from '@latchkey/sandbox';
import { base58, base64 } from '@scure/base';
import { createTransferCheckedInstruction, TOKEN_PROGRAM_ID } from '@solana/spl-token';
import { Keypair, PublicKey, SystemProgram, Transaction, TransactionMessage, VersionedTransaction } from '@solana/web3.js';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { TestSite, UNREACHABLE_URL } from '../../unit/sandbox/wallet/support/test-site.js';

const ANYONE = '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T';
const SYSTEM_PROGRAM = '11111111111111111111111111111111';

/** A key that pays for a legacy transaction. @see https://solana.com/docs/core/transactions */
const payer = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const key = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  const message = (blockhash: string, lamports: number): Buffer => {
    const instruction = Buffer.alloc(12);
    instruction.writeUInt32LE(2, 0);
    instruction.writeBigUInt64LE(BigInt(lamports), 4);
    return Buffer.concat([
      Buffer.from([1, 0, 1, 3]),
      ...[key, base58.decode(ANYONE), Buffer.alloc(32), base58.decode(blockhash)],
      Buffer.from([1, 2, 2, 0, 1, 12]),
      instruction,
    ]);
  };
  return {
    address: base58.encode(key),
    unsigned: (blockhash: string) => Buffer.concat([Buffer.from([1]), Buffer.alloc(64), message(blockhash, 1)]).toString('base64'),
    signed: (blockhash: string, lamports: number) => {
      const content = message(blockhash, lamports);
      return Buffer.concat([Buffer.from([1]), sign(null, content, privateKey), content]).toString('base64');
    },
  };
};

describe('startSolana', () => {
  let solana: RunningSolana;

  const post = async (body: unknown): Promise<unknown> => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    return (await fetch(solana.rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body: text })).json();
  };
  const call = (method: string, ...params: readonly unknown[]): Promise<unknown> => post({ jsonrpc: '2.0', id: 7, method, params });
  const result = (value: unknown): unknown => ({ jsonrpc: '2.0', id: 7, result: value });
  const inContext = (value: unknown): unknown => result({ context: { slot: expect.any(Number), apiVersion: '2.3.0' }, value });
  const errorResponse = (code: number, message: unknown = expect.any(String)): unknown => ({
    jsonrpc: '2.0',
    id: 7,
    error: expect.objectContaining({ code, message }),
  });

  beforeEach(async () => {
    solana = await startSolana();
  });

  afterEach(() => solana.stop());

  it('is a healthy node on loopback with the genesis hash of its chain', async () => {
    expect(new URL(solana.rpcUrl).hostname).toBe('127.0.0.1');
    expect(await call('getHealth')).toEqual(result('ok'));
    const { result: genesis } = Object(await call('getGenesisHash'));
    expect(`solana:${String(genesis).slice(0, 32)}`).toBe(solana.chainId);
  });

  it('funds an account, whose balance, record and airdrop status can be read', async () => {
    expect(await call('getBalance', ANYONE)).toEqual(inContext(0));
    expect(await call('getAccountInfo', ANYONE)).toEqual(inContext(null));
    const before = Object(await call('getSlot')).result;
    const { result: signature } = Object(await call('requestAirdrop', ANYONE, 2_000_000_000));
    expect(signature).toMatch(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/);
    expect(await call('getBalance', ANYONE)).toEqual(inContext(2_000_000_000));
    const record = { lamports: 2_000_000_000, owner: SYSTEM_PROGRAM, executable: false, space: 0 };
    expect(await call('getAccountInfo', ANYONE)).toEqual(inContext(expect.objectContaining({ ...record, data: ['', 'base64'] })));
    expect(await call('getMultipleAccounts', [ANYONE, SYSTEM_PROGRAM], { encoding: 'base58' })).toEqual(
      inContext([expect.objectContaining({ ...record, data: ['', 'base58'] }), expect.objectContaining({ executable: true })]),
    );
    expect(await call('getSignatureStatuses', [signature, 'unknown'])).toEqual(
      inContext([expect.objectContaining({ err: null, confirmationStatus: 'finalized' }), null]),
    );
    expect(Object(await call('getSlot')).result).toBe(before + 1);
  });

  it('responds to batches, and returns the rent and the latest blockhash', async () => {
    const calls = [
      { jsonrpc: '2.0', id: 1, method: 'getMinimumBalanceForRentExemption', params: [0] },
      { jsonrpc: '2.0', id: 2, method: 'getLatestBlockhash' },
    ];
    expect(await post(calls)).toEqual([
      { jsonrpc: '2.0', id: 1, result: 890_880 },
      { jsonrpc: '2.0', id: 2, result: expect.objectContaining({ value: expect.objectContaining({ blockhash: expect.any(String) }) }) },
    ]);
  });

  it('rejects invalid requests, unknown methods and wrong parameters with their codes', async () => {
    expect(await post('{')).toEqual({ jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'Parse error' } });
    expect(await post({ id: 7 })).toEqual(errorResponse(-32_600));
    expect(await call('getBlock', 1)).toEqual(errorResponse(-32_601, 'Method not found'));
    expect(await call('getBalance', '0x00')).toEqual(errorResponse(-32_602));
    expect(await call('getAccountInfo', SYSTEM_PROGRAM, { encoding: 'xml' })).toEqual(errorResponse(-32_602));
    expect(await call('getMultipleAccounts', ANYONE)).toEqual(errorResponse(-32_602));
    expect(await call('requestAirdrop', ANYONE, -1)).toEqual(errorResponse(-32_602));
    expect(await call('sendTransaction', 'AA', { encoding: 'base64' })).toEqual(errorResponse(-32_602));
  });

  it('executes a signed transfer, and rejects unsigned and overspending ones', async () => {
    const { address, signed, unsigned } = payer();
    await call('requestAirdrop', address, 1_000_000_000);
    const { blockhash } = Object(await call('getLatestBlockhash')).result.value;
    const encoding = { encoding: 'base64' };
    expect(await call('sendTransaction', unsigned(blockhash), encoding)).toEqual(errorResponse(-32_003));
    expect(await call('sendTransaction', signed(blockhash, 5_000_000_000), encoding)).toEqual(errorResponse(-32_002));
    expect(await call('getBalance', address)).toEqual(inContext(1_000_000_000));
    const sent = Object(await call('sendTransaction', signed(blockhash, 400_000_000), encoding)).result;
    expect(Object(await call('getSignatureStatuses', [sent])).result.value).toEqual([expect.objectContaining({ err: null })]);
    expect(await call('getBalance', ANYONE)).toEqual(inContext(400_000_000));
  });

  it('keeps transactions by account, newest first, with balances before and after', async () => {
    const { address, signed } = payer();
    const airdrop = Object(await call('requestAirdrop', address, 1_000_000_000)).result;
    const { blockhash } = Object(await call('getLatestBlockhash')).result.value;
    const wire = signed(blockhash, 400_000_000);
    const sent = Object(await call('sendTransaction', wire, { encoding: 'base64' })).result;
    const failed = Object(
      await call('sendTransaction', signed(blockhash, 900_000_000), { encoding: 'base64', skipPreflight: true }),
    ).result;
    const signaturesOf = async (options: object, account = address): Promise<unknown> => {
      const { result: list } = Object(await call('getSignaturesForAddress', account, options));
      return list.map(({ signature }: { readonly signature: string }) => signature);
    };
    expect(await call('getSignaturesForAddress', address, { limit: 1 })).toEqual(
      result([
        {
          signature: failed,
          slot: expect.any(Number),
          err: { InstructionError: [0, { Custom: 1 }] },
          memo: null,
          blockTime: expect.any(Number),
          confirmationStatus: 'finalized',
        },
      ]),
    );
    expect(await signaturesOf({})).toEqual([failed, sent, airdrop]);
    expect(await signaturesOf({ before: failed, until: airdrop })).toEqual([sent]);
    expect(await signaturesOf({ before: failed, limit: 1 })).toEqual([sent]);
    expect(await signaturesOf({}, ANYONE)).toEqual([failed, sent]);
    const { meta, transaction } = Object(await call('getTransaction', sent)).result;
    expect(transaction.message).toMatchObject({ accountKeys: [address, ANYONE, SYSTEM_PROGRAM], recentBlockhash: blockhash });
    expect(meta).toMatchObject({ err: null, fee: 5_000, preBalances: [1_000_000_000, 0, 1], postBalances: [599_995_000, 400_000_000, 1] });
    expect(await call('getTransaction', sent, { encoding: 'base64' })).toMatchObject({ result: { transaction: [wire, 'base64'] } });
    expect(await call('getTransaction', failed)).toMatchObject({
      result: { meta: { fee: 5_000, postBalances: [599_990_000, 400_000_000, 1] } },
    });
    // The node made this one itself: it is signed by its faucet.
    const [encoded] = Object(await call('getTransaction', airdrop, { encoding: 'base64' })).result.transaction;
    const bytes = Buffer.from(encoded, 'base64');
    expect(isSignedBy(base58.encode(bytes.subarray(69, 101)), bytes.subarray(65), bytes.subarray(1, 65))).toBe(true);
    expect(await call('getTransaction', '1'.repeat(64))).toEqual(result(null));
    expect(await call('getTransaction', sent, { encoding: 'xml' })).toEqual(errorResponse(-32_602));
    expect(await call('getSignaturesForAddress', address, { limit: 1_001 })).toEqual(errorResponse(-32_602));
    expect(await call('getSignaturesForAddress', address, { commitment: 'processed' })).toEqual(errorResponse(-32_602));
  });

  it('returns why it rejects a transaction, and accepts failing or expired ones only on request', async () => {
    const { address, signed } = payer();
    await call('requestAirdrop', address, 1_000_000_000);
    const { blockhash } = Object(await call('getLatestBlockhash')).result.value;
    const tooMuch = signed(blockhash, 5_000_000_000);
    const { error } = Object(await call('sendTransaction', tooMuch, { encoding: 'base64' }));
    expect(error.data.err).toEqual({ InstructionError: [0, { Custom: 1 }] });
    const failed = Object(await call('sendTransaction', tooMuch, { encoding: 'base64', skipPreflight: true })).result;
    expect(Object(await call('getSignatureStatuses', [failed])).result.value).toEqual([
      expect.objectContaining({ err: { InstructionError: [0, { Custom: 1 }] } }),
    ]);
    expect(await call('getBalance', address)).toEqual(inContext(1_000_000_000 - 5_000));
    expect(await call('isBlockhashValid', blockhash)).toEqual(inContext(true));
    await call('sandbox_advanceSlots', 151);
    expect(await call('isBlockhashValid', blockhash)).toEqual(inContext(false));
    const late = signed(blockhash, 1_000_000);
    expect(Object(await call('sendTransaction', late, { encoding: 'base64' })).error.data.err).toBe('BlockhashNotFound');
    const dropped = Object(await call('sendTransaction', late, { encoding: 'base64', skipPreflight: true })).result;
    expect(Object(await call('getSignatureStatuses', [dropped])).result.value).toEqual([null]);
  });

  it('advances slots, and reports the status of a transaction over its WebSocket', async () => {
    await solana.stop();
    solana = await startSolana({ slotMs: 60_000 });
    const socket = new WebSocket(solana.wsUrl);
    await once(socket, 'open');
    const { result: signature } = Object(await call('requestAirdrop', ANYONE, 2_000_000_000));
    expect(Object(await call('getSignatureStatuses', [signature])).result.value[0].confirmationStatus).toBe('processed');
    const messages = on(socket, 'message');
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'signatureSubscribe', params: [signature, { commitment: 'finalized' }] }));
    await call('sandbox_advanceSlots', 1);
    expect(Object(await call('getSignatureStatuses', [signature])).result.value[0].confirmationStatus).toBe('confirmed');
    await call('sandbox_advanceSlots', 2);
    const received: unknown[] = [];
    for await (const [data] of messages) {
      received.push(JSON.parse(String(data)));
      if (received.length === 2) break;
    }
    socket.close();
    const [response, notification] = received.map(Object);
    expect(notification).toEqual({
      jsonrpc: '2.0',
      method: 'signatureNotification',
      params: { subscription: response.result, result: { context: { slot: expect.any(Number) }, value: { err: null } } },
    });
    expect(Object(await call('getSignatureStatuses', [signature])).result.value[0].confirmationStatus).toBe('finalized');
  });

  it('closes its port on stop, and reports a used port', async () => {
    await expect(startSolana({ port: Number(new URL(solana.rpcUrl).port) })).rejects.toThrow(/EADDRINUSE/);
    await solana.stop();
    await expect(fetch(solana.rpcUrl)).rejects.toThrow();
    solana = await startSolana();
  });
});

const SOL = 1_000_000_000;

/** Verifies with Node's crypto, which the wallet does not use. @see https://datatracker.ietf.org/doc/html/rfc8410 */
const isSignedBy = (address: string, message: Uint8Array, signature: Uint8Array): boolean => {
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), base58.decode(address)]);
  return verify(null, message, createPublicKey({ key: der, format: 'der', type: 'spki' }), signature);
};

describe('the wallet on Solana', () => {
  let solana: RunningSolana;
  let site: TestSite;
  let address: string;

  const call = async (method: string, ...params: readonly unknown[]): Promise<unknown> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const response = await fetch(solana.rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    return (await response.json()).result;
  };
  const balance = async (of: string): Promise<number> => Object(await call('getBalance', of)).value;
  const blockhash = async (): Promise<string> => Object(await call('getLatestBlockhash')).value.blockhash;
  const send: TestSite['request'] = (...request) => site.request(...request);

  beforeAll(async () => {
    solana = await startSolana();
  });
  afterAll(() => solana.stop());
  beforeEach(async () => {
    site = new TestSite(createWallet({ 1: UNREACHABLE_URL }, { solana: { chainId: solana.chainId, url: solana.rpcUrl } }));
    await send('solana_connect', {});
    address = site.provider.state?.others.solana?.accounts[0]?.address ?? '';
  });

  it('shares accounts after a prompt, and none while locked', async () => {
    const { wallet, provider } = site;
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
    const { result, facts } = await send('solana_signMessage', { message: base58.encode(message), pubkey: address });
    expect(facts).toContain('Message: hello\\u{202e}');
    expect(isSignedBy(address, message, base58.decode(result['signature'] ?? ''))).toBe(true);
    expect((await send('solana_signMessage', { message: base58.encode(message), pubkey: address }, { approve: false })).code).toBe(4001);
  });

  it('signs in with its own message, and warns of another domain', async () => {
    const { result, facts } = await send('solana_signIn', {
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
    expect(facts).toContain('Warning: The message is for bank.example, but the request comes from app.example.');
  });

  it('connects a new site with the prompt of the sign-in', async () => {
    const newSite = new TestSite(site.wallet, 'https://new.example');
    const accounts = () => newSite.provider.state?.others.solana?.accounts.map((account) => account.address);
    expect((await newSite.request('solana_signIn', { nonce: '12345678' }, { approve: false })).code).toBe(4001);
    expect(accounts()).toEqual([]);
    const { result, facts } = await newSite.request('solana_signIn', { nonce: '12345678' });
    expect(facts[0]).toBe('Sign in with Solana');
    expect(facts).toContain(`Account: ${address}`);
    expect(facts.some((fact) => fact.startsWith('Permissions: '))).toBe(true);
    expect(isSignedBy(address, base64.decode(result['signedMessage'] ?? ''), base64.decode(result['signature'] ?? ''))).toBe(true);
    expect(accounts()).toEqual([address]);
  });

  it('signs and sends legacy and versioned transactions, and describes them', async () => {
    await call('requestAirdrop', address, 10 * SOL);
    const [payer, to] = [new PublicKey(address), Keypair.generate().publicKey];
    const instructions = [SystemProgram.transfer({ fromPubkey: payer, toPubkey: to, lamports: SOL })];
    const message = new TransactionMessage({ payerKey: payer, recentBlockhash: await blockhash(), instructions }).compileToV0Message();
    const transaction = base64.encode(new VersionedTransaction(message).serialize());
    const sent = await send('solana_signAndSendTransaction', { transaction, pubkey: address, sendOptions: { skipPreflight: false } });
    expect(sent.facts).toEqual(expect.arrayContaining(['Amount: 1 SOL', `To: ${to.toBase58()}`, `Fee payer: ${address}`]));
    expect(base58.decode(sent.result['signature'] ?? '')).toHaveLength(64);
    expect(await balance(to.toBase58())).toBe(SOL);

    const legacy = new Transaction({ feePayer: payer, recentBlockhash: await blockhash() }).add(...instructions);
    const bytes = legacy.serialize({ requireAllSignatures: false });
    const signed = await send('solana_signTransaction', { transaction: base64.encode(bytes) });
    expect(Transaction.from(base64.decode(signed.result['transaction'] ?? '')).verifySignatures()).toBe(true);
    await call('sendTransaction', signed.result['transaction'], { encoding: 'base64' });
    expect(await balance(to.toBase58())).toBe(2 * SOL);

    const both = await send('solana_signAllTransactions', { transactions: [transaction, base64.encode(bytes)], pubkey: address });
    expect(both.facts).toContain('Transaction: 2 of 2');
    expect(both.result['transactions']).toHaveLength(2);
  });

  it('shows token transfers, and returns why an RPC endpoint rejects a transaction', async () => {
    const payer = new PublicKey(address);
    const [from, mint, to] = [Keypair.generate().publicKey, Keypair.generate().publicKey, Keypair.generate().publicKey];
    const transfer = createTransferCheckedInstruction(from, mint, to, payer, 1_500_000n, 6, [], TOKEN_PROGRAM_ID);
    const transaction = new Transaction({ feePayer: payer, recentBlockhash: await blockhash() }).add(transfer);
    const encoded = base64.encode(transaction.serialize({ requireAllSignatures: false }));
    const { facts, code } = await send('solana_signAndSendTransaction', { transaction: encoded, pubkey: address });
    expect(facts).toEqual(expect.arrayContaining(['Tokens: 1.5', `Token: ${mint.toBase58()}`, `To token account: ${to.toBase58()}`]));
    expect(code).toBe(-32_002);
    expect((await send('solana_signTransaction', { transaction: 'AAAA', pubkey: address })).code).toBe(-32_602);
  });
});
