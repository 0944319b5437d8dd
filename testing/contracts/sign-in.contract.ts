import type { SignInMessageRequest, SignInService } from '../../application/ports/sign-in.port.js';
import type { ChainId } from '../../domain/caip/caip-2.js';
import type { SignInSession } from '../../domain/sign-in/sign-in-session.js';
import { codeOf, type TestApi } from './test-api.js';

/** A sign-in service to test, without sessions, and two accounts that sign. */
export interface SignInHarness {
  readonly service: SignInService;
  /** Two chains of one namespace, where both accounts exist. */
  readonly chains: readonly [ChainId, ChainId];
  readonly accounts: readonly [string, string];
  /** Signs a text as the wallet of an account does. */
  sign(address: string, text: string): Promise<string>;
  /** Makes the service unreachable, or reachable again. Absent if it needs no network. */
  setReachable?(isReachable: boolean): void;
  stop?(): Promise<void>;
}

/**
 * Contract of every `SignInService`.
 * @example signInContract({ describe, it, expect }, 'MySignIn', () => ({ service, chains, accounts, sign }));
 */
export const signInContract = (
  { describe, it, expect }: TestApi,
  name: string,
  makeHarness: () => SignInHarness | Promise<SignInHarness>,
): void => {
  describe(`${name}: SignInService contract`, () => {
    const run = async (test: (harness: SignInHarness) => Promise<void>): Promise<void> => {
      const harness = await makeHarness();
      try {
        await test(harness);
      } finally {
        await harness.stop?.();
      }
    };

    it('creates messages of the account, each with its own nonce', () =>
      run(async ({ service, chains: [chainId], accounts: [accountAddress] }) => {
        const [first, second] = [
          await service.createMessage({ chainId, accountAddress }),
          await service.createMessage({ chainId, accountAddress }),
        ];
        expect([first.chainId, first.accountAddress]).toEqual([chainId, accountAddress]);
        expect([first.toString().includes(accountAddress), first.toString().includes(first.nonce)]).toEqual([true, true]);
        expect(first.nonce === second.nonce).toBe(false);
      }));

    it('creates messages for an account that the wallet is to choose', () =>
      run(async ({ service, chains: [chainId] }) => {
        const message = await service.createMessage({ chainId, accountAddress: '' });
        expect([message.chainId, message.accountAddress, message.nonce === '']).toEqual([chainId, '', false]);
      }));

    it('has no session at first', () =>
      run(async ({ service, chains: [chainId], accounts: [address] }) => {
        expect(await service.getSessions(chainId, address)).toEqual([]);
      }));

    it('returns the session of an account that has signed in, also for its other chains, and not for other accounts', () =>
      run(async (harness) => {
        const { service, chains, accounts } = harness;
        await service.addSession(await signed(harness, accounts[0], chains[0]));
        expect(await accountsOf(service, chains[0], accounts[0])).toEqual([[chains[0], accounts[0]]]);
        expect(await accountsOf(service, chains[1], accounts[0])).toEqual([[chains[0], accounts[0]]]);
        expect(await accountsOf(service, chains[0], accounts[1])).toEqual([]);
      }));

    it('returns the session of the chain first', () =>
      run(async (harness) => {
        const { service, chains, accounts } = harness;
        for (const chainId of chains) await service.addSession(await signed(harness, accounts[0], chainId));
        for (const chainId of chains) expect((await service.getSessions(chainId, accounts[0]))[0]?.data.chainId).toBe(chainId);
        expect((await service.getSessions(chains[0], accounts[0])).length).toBe(2);
      }));

    it('refuses the signature of another account, and keeps what it has', () =>
      run(async (harness) => {
        const { service, chains, accounts, sign } = harness;
        await service.addSession(await signed(harness, accounts[1], chains[0]));
        const message = await service.createMessage({ chainId: chains[0], accountAddress: accounts[0] });
        const forged = sessionOf(message, await sign(accounts[1], message.toString()));
        expect(await codeOf(service.addSession(forged))).toBe('sign-in/refused');
        expect(await codeOf(service.setSessions([forged]))).toBe('sign-in/refused');
        expect(await service.getSessions(chains[0], accounts[0])).toEqual([]);
        expect(await accountsOf(service, chains[0], accounts[1])).toEqual([[chains[0], accounts[1]]]);
      }));

    it('refuses a message that was used, or that it did not create', () =>
      run(async (harness) => {
        const { service, chains, accounts } = harness;
        const session = await signed(harness, accounts[0], chains[0]);
        await service.addSession(session);
        expect(await codeOf(service.addSession(session))).toBe('sign-in/refused');
        const other = await makeHarness();
        const foreign = await signed(other, accounts[1], chains[0]);
        expect(await codeOf(service.addSession({ ...foreign, data: { ...foreign.data, nonce: 'n0t1ssued0here' } }))).toBe(
          'sign-in/refused',
        );
        await other.stop?.();
      }));

    it('sets the sessions of one-click sign-in, keeps those of other accounts, and removes all with an empty list', () =>
      run(async (harness) => {
        const { service, chains, accounts } = harness;
        await service.addSession(await signed(harness, accounts[1], chains[0]));
        await service.setSessions([await signed(harness, accounts[0], chains[0])]);
        for (const account of accounts) expect(await accountsOf(service, chains[0], account)).toEqual([[chains[0], account]]);
        await service.setSessions([]);
        for (const account of accounts) expect(await service.getSessions(chains[0], account)).toEqual([]);
      }));

    it('revokes the session of one account on one chain', () =>
      run(async (harness) => {
        const { service, chains, accounts } = harness;
        for (const chainId of chains) await service.addSession(await signed(harness, accounts[0], chainId));
        await service.addSession(await signed(harness, accounts[1], chains[0]));
        await service.revokeSession(chains[0], accounts[0]);
        expect(await accountsOf(service, chains[0], accounts[0])).toEqual([[chains[1], accounts[0]]]);
        expect(await accountsOf(service, chains[0], accounts[1])).toEqual([[chains[0], accounts[1]]]);
      }));

    it('rejects while it cannot be reached, and has lost nothing afterwards', () =>
      run(async (harness) => {
        const { service, chains, accounts, setReachable } = harness;
        if (setReachable === undefined) return;
        await service.addSession(await signed(harness, accounts[0], chains[0]));
        const next = await signed(harness, accounts[1], chains[0]);
        setReachable(false);
        for (const call of [
          () => service.createMessage({ chainId: chains[0], accountAddress: accounts[0] }),
          () => service.addSession(next),
          () => service.revokeSession(chains[0], accounts[0]),
        ])
          expect(await codeOf(call())).toBe('sign-in/unavailable');
        setReachable(true);
        expect(await accountsOf(service, chains[0], accounts[0])).toEqual([[chains[0], accounts[0]]]);
      }));
  });
};

const sessionOf = (message: SignInMessageRequest, signature: string): SignInSession => {
  const { toString: _, ...data } = message;
  return { data, message: message.toString(), signature };
};

const signed = async ({ service, sign }: SignInHarness, accountAddress: string, chainId: ChainId): Promise<SignInSession> => {
  const message = await service.createMessage({ chainId, accountAddress });
  return sessionOf(message, await sign(accountAddress, message.toString()));
};

const accountsOf = async (service: SignInService, chainId: ChainId, address: string) =>
  (await service.getSessions(chainId, address)).map(({ data }) => [data.chainId, data.accountAddress]);
