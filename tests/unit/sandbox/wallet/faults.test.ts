import { stringToHex } from 'viem';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWallet, type Wallet } from '../../../../sandbox/wallet/create-wallet.js';
import { wrappedError } from '../../../../sandbox/wallet/engine/fault.js';
import { stubNodes } from './support/memory-node.js';
import { WalletAsker } from './support/wallet-asker.js';

const ALICE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const MESSAGE = [stringToHex('Good morning'), ALICE];

describe('a wallet that misbehaves', () => {
  let wallet: Wallet;
  let app: WalletAsker;

  const call = (method: string, params?: unknown): Promise<unknown> => Promise.resolve(app.provider.request({ method, params }));

  beforeEach(() => {
    stubNodes({});
    wallet = createWallet({ 1: 'http://127.0.0.1:1', 137: 'http://127.0.0.1:137' });
    app = new WalletAsker(wallet);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('rejects everything with 4001 and asks nothing, until it is well again', async () => {
    await wallet.control.setFault({ mode: 'reject-all' });
    expect(await app.ask('eth_requestAccounts')).toMatchObject({ code: 4001, facts: [] });
    await wallet.control.setFault(null);
    expect((await app.ask('eth_requestAccounts')).value).toEqual([ALICE]);
  });

  it('never answers what asks the owner, and says so in its log', async () => {
    await wallet.control.setFault({ mode: 'never-answer' });
    const page = wallet.engine.openPage({ origin: 'https://app.example', send: () => undefined, drop: () => undefined });
    page.receive({ type: 'request', id: 'silent', method: 'eth_requestAccounts' });
    expect(await call('eth_chainId')).toBe('0x1');
    const outcomes = async () => (await wallet.control.requests()).map(({ method, outcome }) => [method, outcome]);
    expect(await outcomes()).toEqual([
      ['eth_requestAccounts', 'pending'],
      ['eth_chainId', 'answered'],
    ]);
    page.close();
    expect((await outcomes())[0]).toEqual(['eth_requestAccounts', 'abandoned']);
  });

  it('answers late what its owner has approved: after a time, or when a test says so', async () => {
    vi.useFakeTimers();
    await wallet.control.autoApprove(true);
    await wallet.control.setFault({ mode: 'answer-late', delayMs: 700 });
    const answered = vi.fn();
    void call('eth_requestAccounts').then(answered);
    await vi.advanceTimersByTimeAsync(699);
    expect((await wallet.control.state()).sites).toHaveLength(1);
    expect(answered).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(answered).toHaveBeenCalledWith([ALICE]);

    await wallet.control.setFault({ mode: 'answer-late' });
    const signed = vi.fn();
    void call('personal_sign', MESSAGE).then(signed);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(signed).not.toHaveBeenCalled();
    await wallet.control.setFault(null);
    await vi.advanceTimersByTimeAsync(20);
    expect(signed).toHaveBeenCalledTimes(1);
  });

  it('answers garbage, of its own or of the test’s choice, to the methods that the test names', async () => {
    await wallet.control.setFault({ mode: 'answer-garbage' });
    expect(await call('eth_requestAccounts')).toEqual({ garbage: 'eth_requestAccounts' });
    await wallet.control.setFault({ mode: 'answer-garbage', answer: ['0xnothing', 7], methods: ['eth_accounts'] });
    expect(await call('eth_accounts')).toEqual(['0xnothing', 7]);
    expect(await call('eth_chainId')).toBe('0x1');
  });

  it('rejects with an error that wraps the telling code, and with no error at all', async () => {
    await wallet.control.setFault({ mode: 'answer-error', error: wrappedError(4902, 'Unrecognized chain.') });
    const wrapped = await call('wallet_switchEthereumChain', [{ chainId: '0x89' }]).catch((error: unknown) => error);
    expect(wrapped).toEqual({
      code: -32603,
      message: 'Internal JSON-RPC error.',
      data: { originalError: { code: 4902, message: 'Unrecognized chain.' } },
    });
    await wallet.control.setFault({ mode: 'answer-error', error: 'no' });
    await expect(call('eth_requestAccounts')).rejects.toBe('no');
  });

  it('answers twice and emits every event twice', async () => {
    await wallet.control.autoApprove(true);
    await call('eth_requestAccounts');
    await wallet.control.setFault({ mode: 'answer-twice' });
    const changes: unknown[] = [];
    app.provider.on('accountsChanged', (accounts) => changes.push(accounts));
    const answer = app.provider.request({ method: 'personal_sign', params: MESSAGE });
    const signatures = await new Promise<readonly unknown[]>((resolve) => {
      const seen: unknown[] = [];
      void answer.then((signature) => {
        if (seen.push(signature) === 2) resolve(seen);
      });
    });
    expect(signatures).toEqual([expect.stringMatching(/^0x[0-9a-f]{130}$/), signatures[0]]);
    await wallet.control.selectAccount(1);
    expect(changes).toHaveLength(2);
  });
});
