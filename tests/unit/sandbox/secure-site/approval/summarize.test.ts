import { utf8ToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { formatChainId } from '../../../../../domain/caip/caip-2.js';
import { formatSignInMessage, parseSignInMessage } from '../../../../../domain/sign-in/sign-in-message.js';
import type { ApprovalRequest, EvmOperation, EvmTransaction, Hex } from '../../../../../sandbox/secure-site/approval/approval-request.js';
import { summarize } from '../../../../../sandbox/secure-site/approval/summarize.js';
import type { Summary, SummaryContext, TokenInfo } from '../../../../../sandbox/secure-site/approval/summary.js';
import { effectsOf } from '../../../../../sandbox/secure-site/keys/effects.js';
import { SOLANA_ADDRESS, SOLANA_RECIPIENT, solanaTransfer } from './solana-transfer.js';

const ADDRESS = '0xE9Ea9724C7F70e4c7Bae61a83F7722D3E95d45d8';
const OTHER: Hex = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const ZERO: Hex = `0x${'0'.repeat(40)}`;
const CHAIN = { chainId: 'eip155:1', address: ADDRESS };
const CONTEXT: SummaryContext = {
  origin: 'https://app.example',
  network: { chainId: 'eip155:1', name: 'Ethereum', rpcUrl: '', currency: { symbol: 'ETH', decimals: 18 } },
  parseSignIn: parseSignInMessage,
  tokenAt: () => null,
};

const factsOf = ({ facts }: Summary) => Object.fromEntries(facts.map(({ label, value }) => [label, value]));
const dangersOf = ({ warnings }: Summary) => warnings.filter(({ level }) => level === 'danger').map(({ text }) => text);
const hexOf = (text: string): Hex => `0x${Buffer.from(utf8ToBytes(text)).toString('hex')}`;
const message = (text: string) => summarize({ ...CHAIN, kind: 'evm-message', message: hexOf(text) }, CONTEXT);

describe('a sign-in', () => {
  const signIn = (members: object) =>
    message(
      formatSignInMessage({
        domain: 'app.example',
        chainId: formatChainId('eip155', '1'),
        accountAddress: ADDRESS,
        uri: 'https://app.example',
        version: '1',
        nonce: 'abcdefgh1234',
        issuedAt: '2026-01-01T00:00:00Z',
        ...members,
      }),
    );

  it('is shown as one', () => {
    const summary = signIn({ statement: 'Welcome.' });
    expect(summary).toMatchObject({ title: 'Sign in', approveLabel: 'Sign in', stop: null, warnings: [] });
    expect(factsOf(summary)).toMatchObject({ 'Sign in to': 'app.example', 'It says': 'Welcome.' });
  });

  it.each([
    ['another domain', { domain: 'evil.example' }, /evil\.example/],
    ['another port', { domain: 'app.example:444' }, /444/],
    ['another scheme', { scheme: 'http' }, /http:/],
    ['another account', { accountAddress: OTHER }, /another account/],
  ])('for %s stops', (_, members, stop) => {
    expect(signIn(members).stop).toMatch(stop);
  });

  it('warns of access that it gives', () => {
    expect(dangersOf(signIn({ resources: ['urn:recap:abc'] }))).toEqual([expect.stringContaining('access')]);
  });

  it('that is malformed is a message with a warning', () => {
    const summary = message(`app.example wants you to sign in with your Ethereum account:\n${ADDRESS}\n\nGive me all`);
    expect(summary).toMatchObject({ title: 'Sign a message', stop: null });
    expect(dangersOf(summary)).toEqual([expect.stringContaining('malformed')]);
  });
});

describe('a message', () => {
  it('is shown as text', () => {
    expect(factsOf(message('Hello'))).toMatchObject({ Network: 'Ethereum', Account: ADDRESS, Message: 'Hello' });
  });

  it('has its invisible characters escaped, with a warning', () => {
    const summary = message('Pay \u202Eecila');
    expect(factsOf(summary)['Message']).toBe('Pay \\u{202e}ecila');
    expect(dangersOf(summary)).toEqual([expect.stringContaining('invisible')]);
  });

  it('that is no text is shown in hex, with a warning', () => {
    const summary = summarize({ ...CHAIN, kind: 'evm-message', message: '0xff00' }, CONTEXT);
    expect(factsOf(summary)['Bytes']).toBe('0xff00');
    expect(dangersOf(summary)).toHaveLength(1);
  });
});

describe('typed data', () => {
  const typed = (primaryType: string, body: object, domain: object = { name: 'USD Coin', chainId: 1, verifyingContract: OTHER }) =>
    summarize({ ...CHAIN, kind: 'evm-typed-data', json: JSON.stringify({ types: {}, primaryType, domain, message: body }) }, CONTEXT);

  it('is shown with its contract, type and content', () => {
    const summary = typed('Mail', { text: 'Hello' });
    expect(factsOf(summary)).toMatchObject({ Contract: OTHER, Type: 'Mail', Content: '{\n  "text": "Hello"\n}' });
    expect(dangersOf(summary)).toEqual([]);
  });

  it.each([
    ['a permit', 'Permit', { spender: OTHER, value: '1' }, 'move your tokens'],
    ['a Permit2 batch', 'PermitBatch', { details: [{ token: OTHER }], spender: OTHER }, 'move your tokens'],
    ['any type with a spender', 'Innocent', { a: { spender: OTHER } }, 'move your tokens'],
    ['an order', 'OrderComponents', { offer: [] }, 'order'],
    ['a transfer that others send', 'TransferWithAuthorization', { to: OTHER }, 'transfer'],
    ['a delegation', 'Delegation', { delegate: OTHER }, 'power over your account'],
  ])('warns of %s', (_, primaryType, body, text) => {
    const summary = typed(primaryType, body);
    expect(dangersOf(summary)).toEqual([expect.stringContaining(text)]);
    expect(summary.title).toBe('Sign a permission');
  });

  it('warns of data without a network', () => {
    expect(dangersOf(typed('Mail', {}, { name: 'App' }))).toEqual([expect.stringContaining('no network')]);
  });
});

describe('a transaction', () => {
  const word = (hex: string) => hex.replace('0x', '').toLowerCase().padStart(64, '0');
  const transaction = (members: Partial<EvmTransaction>, token: TokenInfo | null = null) => {
    const base = { to: OTHER, value: 0n, data: '0x', nonce: 3, gas: 21_000n, maxFeePerGas: 10n ** 9n, maxPriorityFeePerGas: 1n } as const;
    const request: ApprovalRequest = { ...CHAIN, kind: 'evm-transaction', transaction: { ...base, ...members } };
    return summarize(request, { ...CONTEXT, tokenAt: () => token });
  };

  it('of coins has recipient, amount, network and the highest fee', () => {
    const summary = transaction({ value: 5n * 10n ** 17n });
    expect(summary).toMatchObject({ title: 'Send 0.5 ETH', approveLabel: 'Send', warnings: [] });
    expect(factsOf(summary)).toMatchObject({
      Recipient: OTHER,
      Amount: '0.5 ETH',
      Network: 'Ethereum',
      'Fee at most': '0.000021 ETH',
      Nonce: '3',
    });
  });

  it('of tokens has recipient and amount of the call, and the contract', () => {
    const summary = transaction({ data: `0xa9059cbb${word(ADDRESS)}${word('0x4c4b40')}` }, { symbol: 'USDC', decimals: 6 });
    expect(summary).toMatchObject({ title: 'Send a token', warnings: [] });
    expect(factsOf(summary)).toMatchObject({ To: ADDRESS.toLowerCase(), Amount: '5 USDC', Contract: OTHER, Call: 'transfer' });
  });

  it.each([
    ['approve', `0x095ea7b3${word(ADDRESS)}${'f'.repeat(64)}`, { Spender: ADDRESS.toLowerCase(), Amount: 'Unlimited' }],
    ['increaseAllowance', `0x39509351${word(ADDRESS)}${word('0x1')}`, { Spender: ADDRESS.toLowerCase() }],
    ['setApprovalForAll', `0xa22cb465${word(ADDRESS)}${word('0x1')}`, { Operator: ADDRESS.toLowerCase(), Allowed: 'yes' }],
    ['permit', `0xd505accf${word(OTHER)}${word(ADDRESS)}${word('0x5')}${'0'.repeat(256)}`, { Spender: ADDRESS.toLowerCase() }],
  ])('with %s warns that others can move the tokens', (_, data, facts) => {
    const summary = transaction({ data: data as Hex });
    expect(summary.title).toBe('Give access to your tokens');
    expect(dangersOf(summary)).toEqual([expect.stringContaining('move your tokens')]);
    expect(factsOf(summary)).toMatchObject(facts);
  });

  it('that ends an allowance has no warning where the token has amounts; else 0 may be the number of one', () => {
    const data: Hex = `0x095ea7b3${word(ADDRESS)}${word('0x0')}`;
    expect(transaction({ data }, { symbol: 'USDC', decimals: 6 })).toMatchObject({ title: 'End access to your tokens', warnings: [] });
    for (const token of [null, { symbol: 'CAT', decimals: 0 }]) {
      const summary = transaction({ data }, token);
      expect(summary.title).toBe('Change access to your tokens');
      expect(dangersOf(summary)).toEqual([expect.stringContaining('the number 0')]);
    }
    // It has no number.
    expect(transaction({ data: `0xa22cb465${word(ADDRESS)}${word('0x0')}` })).toMatchObject({
      title: 'End access to your tokens',
      warnings: [],
    });
  });

  it.each([
    ['an unknown call', '0xdeadbeef'],
    ['a known call with bytes after it', `0xa9059cbb${word(ADDRESS)}${word('0x1')}00`],
    ['a known call that ends early', '0xa9059cbb00'],
    ['an address with other bits', `0xa9059cbb${'1'.repeat(64)}${word('0x1')}`],
  ])('with %s says that it cannot be read', (_, data) => {
    const summary = transaction({ data: data as Hex });
    expect(dangersOf(summary)).toEqual([expect.stringContaining('cannot be read')]);
    expect(Object.values(factsOf(summary))).toContain(data);
  });

  it('that creates a contract says that it cannot be read', () => {
    const summary = transaction({ to: null, data: '0x6000' });
    expect(summary.title).toBe('Create a contract');
    expect(dangersOf(summary)).toHaveLength(1);
  });
});

describe('a Solana transaction', () => {
  const solana = (transactions: readonly Uint8Array<ArrayBuffer>[], sends = true) =>
    summarize(
      { chainId: 'solana:x', address: SOLANA_ADDRESS, kind: 'solana-transactions', transactions, sends },
      { ...CONTEXT, network: null },
    );

  it('of SOL has recipient and amount', () => {
    const summary = solana([solanaTransfer(500_000_000n)]);
    expect(factsOf(summary)).toMatchObject({ Recipient: SOLANA_RECIPIENT, Amount: '0.5 SOL', 'Fee at most': '0.000005 SOL' });
    expect(summary.warnings).toEqual([]);
  });

  it('has the fee with its priority, as the worker counts it', () => {
    const price = [3, 0, 0xca, 0x9a, 0x3b, 0, 0, 0, 0];
    const bytes = solanaTransfer(1n, 2, { program: 'ComputeBudget111111111111111111111111111111', data: [[2, 1, 0, 0, 0], price] });
    expect(factsOf(solana([bytes]))).toMatchObject({ 'Fee at most': '1.400005 SOL' });
    expect(effectsOf({ kind: 'solana', bytes: bytes.slice(65) })[0]).toMatchObject({ amount: 1_400_005_000n });
  });

  it('that creates a token account has its deposit; another instruction of that program cannot be read', () => {
    const created = (data: readonly number[]) =>
      solana([solanaTransfer(1n, 2, { program: 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL', data: [data] })]);
    for (const data of [[], [0], [1]]) {
      expect(factsOf(created(data))).toMatchObject({ 'New token account': 'A deposit of at most 0.003 SOL' });
      expect(dangersOf(created(data))).toEqual([]);
    }
    for (const data of [[2], [0, 0]]) expect(dangersOf(created(data))).toEqual([expect.stringContaining('cannot be read')]);
  });

  it('with another instruction says that it cannot be read', () => {
    expect(dangersOf(solana([solanaTransfer(1n, 9)]))).toEqual([expect.stringContaining('cannot be read')]);
  });

  it('that is not sent says that the app can send it', () => {
    expect(solana([solanaTransfer(1n)], false).warnings).toEqual([{ level: 'notice', text: expect.stringContaining('can send it') }]);
  });
});

describe('a user operation', () => {
  const operation: EvmOperation = {
    nonce: 0n,
    calls: [{ to: OTHER, value: 5n * 10n ** 17n, data: '0x' }],
    deployment: null,
    callGas: 50_000n,
    verificationGas: 40_000n,
    preVerificationGas: 10_000n,
    maxFeePerGas: 10n ** 9n,
    maxPriorityFeePerGas: 1n,
    paymaster: null,
  };
  const summaryOf = (members: Partial<EvmOperation>, isOfApp = false) =>
    summarize({ ...CHAIN, kind: 'evm-operation', operation: { ...operation, ...members }, ...(isOfApp ? { isOfApp } : {}) }, CONTEXT);

  it('with one call is shown as that call, with a fee that the account pays', () => {
    const summary = summaryOf({});
    expect(summary).toMatchObject({ title: 'Send 0.5 ETH', approveLabel: 'Send', warnings: [], stop: null });
    expect(factsOf(summary)).toMatchObject({
      Recipient: OTHER,
      Amount: '0.5 ETH',
      'Fee at most': '0.0001 ETH, paid by your smart account',
      'From your smart account': ADDRESS,
    });
  });

  it('shows each call of a batch, with its data and its warnings', () => {
    const approve: Hex = `0x095ea7b3${OTHER.slice(2).toLowerCase().padStart(64, '0')}${'f'.repeat(64)}`;
    const summary = summaryOf({
      calls: [...operation.calls, { to: OTHER, value: 0n, data: approve }, { to: OTHER, value: 0n, data: '0x12345678' }],
    });
    expect(summary.title).toBe('Make 3 calls');
    expect(summary.facts.filter(({ label }) => /^Call \d/.test(label)).map(({ label, value }) => [label, value])).toEqual([
      ['Call 1 of 3', 'Send 0.5 ETH'],
      ['Call 2 of 3', 'Give access to your tokens'],
      ['Call 3 of 3', 'Call a contract'],
    ]);
    expect(summary.facts.filter(({ label }) => label.startsWith('Data')).map(({ value }) => value)).toEqual([approve, '0x12345678']);
    expect(dangersOf(summary)).toEqual([
      expect.stringMatching(/^Call 2: .*move your tokens/),
      expect.stringMatching(/^Call 3: .*cannot be read/),
    ]);
  });

  it('says that the account pays where the paymaster is the address 0', () => {
    const paymaster = { address: ZERO, data: '0x', verificationGas: 1n, postOpGas: 1n } as const;
    const facts = factsOf(summaryOf({ paymaster }));
    expect(facts).toMatchObject({ 'Fee at most': '0.000100002 ETH, paid by your smart account' });
    expect(facts).not.toHaveProperty('Paid by');
  });

  it('says of a call to the address 0 that it is one of the account to itself', () => {
    const value = 5n * 10n ** 17n;
    expect(summaryOf({ calls: [{ to: ZERO, value, data: '0x' }] }).warnings).toEqual([
      { level: 'notice', text: expect.stringContaining('does not leave') },
    ]);
    expect(dangersOf(summaryOf({ calls: [{ to: ZERO, value, data: '0x12345678' }] }))).toContainEqual(
      expect.stringContaining('stands for your smart account'),
    );
  });

  it('does not say that the user pays nothing if the app has chosen who pays', () => {
    const paymaster = { address: OTHER, data: '0x', verificationGas: 1n, postOpGas: 1n } as const;
    const summary = summaryOf({ paymaster }, true);
    expect(factsOf(summary)).toMatchObject({ Fee: 'Paid by an account that the app has chosen', 'Paid by': OTHER });
    expect(summary.warnings).toContainEqual({ level: 'notice', text: expect.stringContaining('may take tokens') });
  });

  it('says who pays if it is sponsored, and that it creates the account', () => {
    const paymaster = { address: OTHER, data: '0x', verificationGas: 1n, postOpGas: 1n } as const;
    const facts = factsOf(summaryOf({ paymaster, deployment: { factory: OTHER, data: '0x' } }));
    expect(facts).toMatchObject({ Fee: 'Sponsored: you pay nothing', 'Paid by': OTHER, 'First use': expect.stringContaining('creates') });
    expect(facts).not.toHaveProperty('Fee at most');
  });
});
