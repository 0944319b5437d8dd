import { stringToHex } from 'viem';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWallet, type Wallet } from '../../../../sandbox/wallet/create-wallet.js';
import { wrappedError } from '../../../../sandbox/wallet/engine/fault.js';
import { stubNodes } from './support/memory-node.js';
import { TestSite } from './support/test-site.js';

const ALICE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const MESSAGE = [stringToHex('Good morning'), ALICE];

describe('wallet faults', () => {
  let wallet: Wallet;
  let app: TestSite;

  const call = (method: string, params?: unknown): Promise<unknown> => Promise.resolve(app.provider.request({ method, params }));

  beforeEach(() => {
    stubNodes({});
    wallet = createWallet({ 1: 'http://127.0.0.1:1', 137: 'http://127.0.0.1:137' });
    app = new TestSite(wallet);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('reject-all rejects every request with 4001 without asking, until it is removed', async () => {
    await wallet.control.setFault({ mode: 'reject-all' });
    expect(await app.request('eth_requestAccounts')).toMatchObject({ code: 4001, facts: [] });
    await wallet.control.setFault(null);
    expect((await app.request('eth_requestAccounts')).value).toEqual([ALICE]);
  });

  it('no-response leaves requests pending and logs them', async () => {
    await wallet.control.setFault({ mode: 'no-response' });
    const page = wallet.engine.openPage({ origin: 'https://app.example', send: () => undefined, drop: () => undefined });
    page.receive({ type: 'request', id: 'silent', method: 'eth_requestAccounts' });
    expect(await call('eth_chainId')).toBe('0x1');
    const outcomes = async () => (await wallet.control.requests()).map(({ method, outcome }) => [method, outcome]);
    expect(await outcomes()).toEqual([
      ['eth_requestAccounts', 'pending'],
      ['eth_chainId', 'responded'],
    ]);
    page.close();
    expect((await outcomes())[0]).toEqual(['eth_requestAccounts', 'abandoned']);
  });

  it('late-response delays the response by a time or until the fault is removed', async () => {
    vi.useFakeTimers();
    await wallet.control.autoApprove(true);
    await wallet.control.setFault({ mode: 'late-response', delayMs: 700 });
    const resolved = vi.fn();
    void call('eth_requestAccounts').then(resolved);
    await vi.advanceTimersByTimeAsync(699);
    expect((await wallet.control.state()).sites).toHaveLength(1);
    expect(resolved).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(resolved).toHaveBeenCalledWith([ALICE]);

    await wallet.control.setFault({ mode: 'late-response' });
    const signed = vi.fn();
    void call('personal_sign', MESSAGE).then(signed);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(signed).not.toHaveBeenCalled();
    await wallet.control.setFault(null);
    await vi.advanceTimersByTimeAsync(20);
    expect(signed).toHaveBeenCalledTimes(1);
  });

  it('invalid-response returns a default or given value for the given methods', async () => {
    await wallet.control.setFault({ mode: 'invalid-response' });
    expect(await call('eth_requestAccounts')).toEqual({ garbage: 'eth_requestAccounts' });
    await wallet.control.setFault({ mode: 'invalid-response', response: ['0xnothing', 7], methods: ['eth_accounts'] });
    expect(await call('eth_accounts')).toEqual(['0xnothing', 7]);
    expect(await call('eth_chainId')).toBe('0x1');
  });

  it('error-response rejects with a wrapped error or with any other value', async () => {
    await wallet.control.setFault({ mode: 'error-response', error: wrappedError(4902, 'Unrecognized chain.') });
    const wrapped = await call('wallet_switchEthereumChain', [{ chainId: '0x89' }]).catch((error: unknown) => error);
    expect(wrapped).toEqual({
      code: -32603,
      message: 'Internal JSON-RPC error.',
      data: { originalError: { code: 4902, message: 'Unrecognized chain.' } },
    });
    await wallet.control.setFault({ mode: 'error-response', error: 'no' });
    await expect(call('eth_requestAccounts')).rejects.toBe('no');
  });

  it('double-response resolves twice and emits every event twice', async () => {
    await wallet.control.autoApprove(true);
    await call('eth_requestAccounts');
    await wallet.control.setFault({ mode: 'double-response' });
    const changes: unknown[] = [];
    app.provider.on('accountsChanged', (accounts) => changes.push(accounts));
    const request = app.provider.request({ method: 'personal_sign', params: MESSAGE });
    const signatures = await new Promise<readonly unknown[]>((resolve) => {
      const results: unknown[] = [];
      void request.then((signature) => {
        if (results.push(signature) === 2) resolve(results);
      });
    });
    expect(signatures).toEqual([expect.stringMatching(/^0x[0-9a-f]{130}$/), signatures[0]]);
    await wallet.control.selectAccount(1);
    expect(changes).toHaveLength(2);
  });
});
