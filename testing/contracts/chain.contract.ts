import type { SignInMessageRequest } from '../../application/ports/sign-in.port.js';
import type { Connector } from '../../domain/connection/connector.js';
import type { Network } from '../../domain/network/network.js';
import { chainAdoptionContract } from './chain-adoption.contract.js';
import { type ChainHarness, type ChainTraits, connectWallet, type RunWithChain, waitForPrompt } from './chain-harness.js';
import { chainNetworksContract } from './chain-networks.contract.js';
import { chainReadsContract } from './chain-reads.contract.js';
import { chainRequestsContract } from './chain-requests.contract.js';
import { chainServicesContract } from './chain-services.contract.js';
import { chainSessionContract } from './chain-session.contract.js';
import { chainTransactionsContract } from './chain-transactions.contract.js';
import { codeOf, flushPromises, neverAborted, type TestApi } from './test-api.js';

const OUTCOMES = [
  ['rejected', 'wallet/rejected'],
  ['pending', 'wallet/request-pending'],
  ['unsupported', 'wallet/unsupported-method'],
  ['garbage', 'wallet/invalid-response'],
] as const;

const NONCE = 'nonce00000001';

/** A message for the account that the user picks. */
const signInMessageOn = ({ caipNetworkId }: Network): SignInMessageRequest => ({
  ...{ domain: 'app.example', uri: 'https://app.example', version: '1', nonce: NONCE, issuedAt: '2026-01-01T00:00:00.000Z' },
  ...{ chainId: caipNetworkId, accountAddress: '' },
  toString: () => {
    throw new Error('A message without an address has no text');
  },
});

/**
 * Contract of every `Chain`: listing wallets, connecting, resuming, wallet events, approvals, reads and disposal.
 * @example
 * chainContract({ describe, it, expect }, 'MyChain', () => makeHarness(), {
 *   signature: /^[0-9a-f]{128}$/, hash: /^[0-9a-f]{64}$/, settledAs: 'included', unsupportedFeatures: ['signTypedData'],
 * });
 */
export const chainContract = (
  api: TestApi,
  name: string,
  makeHarness: () => ChainHarness | Promise<ChainHarness>,
  traits: ChainTraits,
): void => {
  const { describe, it, expect } = api;
  const { unsupportedFeatures = [] } = traits;
  const run: RunWithChain = async (test) => {
    const harness = await makeHarness();
    try {
      await test(harness);
    } finally {
      harness.chain.dispose();
      await harness.dispose?.();
    }
  };

  describe(`${name}: Chain contract`, () => {
    it('emits its connectors on subscribe', () =>
      run(async ({ chain, connectorId }) => {
        const lists: (readonly Connector[])[] = [];
        chain.connectors$.subscribe((connectors) => lists.push(connectors)).unsubscribe();
        expect(lists.length).toBe(1);
        const connector = lists[0]?.find(({ id }) => id === connectorId);
        expect(connector?.namespace).toBe(chain.namespace);
      }));

    it('connects with one prompt to the accounts and the network of the wallet', () =>
      run(async (harness) => {
        const { user, connectorId, accounts, network } = harness;
        const session = await connectWallet(harness);
        expect(user.promptCount('connect')).toBe(1);
        expect(session.connector.id).toBe(connectorId);
        expect(session.accounts.map(({ address }) => address)).toEqual([...accounts]);
        expect(session.accounts.every(({ namespace }) => namespace === network.chainNamespace)).toBe(true);
        expect(session.chainId).toBe(network.caipNetworkId);
      }));

    it('connects with a sign-in message, which it may have signed', () =>
      run(async ({ chain, connectorId, network, accounts }) => {
        const session = await chain.connect({ connectorId, network, signIn: async () => signInMessageOn(network) }, neverAborted());
        expect(session.accounts.map(({ address }) => address)).toEqual([...accounts]);
        const { signIns = [] } = session;
        expect(signIns.map(({ data }) => [data.chainId, data.accountAddress, data.nonce])).toEqual(
          signIns.map(() => [network.caipNetworkId, accounts[0], NONCE]),
        );
        session.release();
        const { signIns: restored = [] } = (await chain.resume({ connectorId, network }, neverAborted())) ?? {};
        expect(restored).toEqual([]);
      }));

    it('connects with one prompt if there is no sign-in message', () =>
      run(async ({ chain, connectorId, network, user }) => {
        const { signIns = [] } = await chain.connect({ connectorId, network, signIn: async () => null }, neverAborted());
        expect([user.promptCount('connect'), signIns]).toEqual([1, []]);
      }));

    for (const [outcome, code] of OUTCOMES.filter(([name]) => name !== 'pending' || !unsupportedFeatures.includes('pending'))) {
      it(`connect rejects with ${code} after one prompt and removes its listeners if the outcome is ${outcome}`, () =>
        run(async (harness) => {
          harness.user.respondNext('connect', outcome);
          expect(await codeOf(connectWallet(harness))).toBe(code);
          expect(harness.user.promptCount('connect')).toBe(1);
          expect(harness.user.listenerCount()).toBe(0);
        }));
    }

    it('connect rejects with connection/connector-not-found for a missing wallet', () =>
      run(async ({ chain, network }) => {
        expect(await codeOf(chain.connect({ connectorId: 'missing', network }, neverAborted()))).toBe('connection/connector-not-found');
      }));

    it('connect rejects on abort and ignores a late approval', () =>
      run(async (harness) => {
        const { chain, connectorId, network, user } = harness;
        user.holdNext('connect');
        const controller = new AbortController();
        const reason = new Error('stop');
        const connecting = chain.connect({ connectorId, network }, controller.signal).catch((error: unknown) => error);
        await waitForPrompt(harness, 'connect');
        controller.abort(reason);
        expect((await connecting) === reason).toBe(true);
        user.approvePending();
        await flushPromises();
        expect(user.listenerCount()).toBe(0);
      }));

    it('connect sends no request if it was aborted before', () =>
      run(async ({ chain, connectorId, network, user }) => {
        const outcome = await chain.connect({ connectorId, network }, AbortSignal.abort('stop')).catch((error: unknown) => error);
        expect(outcome).toBe('stop');
        expect(user.isSiteAllowed()).toBe(false);
      }));

    it('resumes a connection without a prompt', () =>
      run(async (harness) => {
        (await connectWallet(harness)).release();
        const session = await harness.chain.resume({ connectorId: harness.connectorId, network: harness.network }, neverAborted());
        expect(session?.accounts[0]?.address).toBe(harness.accounts[0]);
        expect(harness.user.promptCount('connect')).toBe(1);
      }));

    if (!unsupportedFeatures.includes('silence')) {
      it('resumes nothing if the wallet does not share accounts', () =>
        run(async ({ chain, connectorId, network, user }) => {
          expect(await chain.resume({ connectorId, network }, neverAborted())).toBe(null);
          expect([user.promptCount('connect'), user.listenerCount()]).toEqual([0, 0]);
        }));
    }

    it('resumes nothing if the wallet is locked', () =>
      run(async (harness) => {
        const { chain, connectorId, network, user } = harness;
        (await connectWallet(harness)).release();
        user.lock();
        expect(await chain.resume({ connectorId, network }, neverAborted())).toBe(null);
        expect(user.listenerCount()).toBe(0);
      }));

    if (!unsupportedFeatures.includes('events')) {
      it('emits when a wallet starts to share accounts, only while subscribed', () =>
        run(async (harness) => {
          const { chain, connectorId, user } = harness;
          (await connectWallet(harness)).release();
          user.lock();
          let emitted = 0;
          const subscription = chain.watchSharing(connectorId).subscribe(() => {
            emitted += 1;
          });
          expect(user.listenerCount()).toBe(1);
          user.unlock();
          expect(emitted).toBe(1);
          subscription.unsubscribe();
          expect(user.listenerCount()).toBe(0);
          user.lock();
          user.unlock();
          expect(emitted).toBe(1);
        }));
    }

    it('resume rejects with connection/connector-not-found if the wallet stays missing', () =>
      run(async ({ chain, network, waitForMissingWallet }) => {
        const resuming = codeOf(chain.resume({ connectorId: 'missing', network }, neverAborted()));
        await waitForMissingWallet();
        expect(await resuming).toBe('connection/connector-not-found');
      }));

    it('completes its connectors on dispose', () =>
      run(async ({ chain }) => {
        let completed = false;
        chain.connectors$.subscribe({
          complete: () => {
            completed = true;
          },
        });
        chain.dispose();
        expect(completed).toBe(true);
      }));

    chainAdoptionContract(api, run);
    chainSessionContract(api, traits, run);
    chainRequestsContract(api, traits, run);
    chainNetworksContract(api, traits, run);
    chainReadsContract(api, run);
    chainTransactionsContract(api, traits, run);
    chainServicesContract(api, traits, run);
  });
};
