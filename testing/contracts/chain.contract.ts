import type { Connector } from '../../domain/connection/connector.js';
import { chainAdoptionContract } from './chain-adoption.contract.js';
import { type ChainHarness, type ChainTraits, connected, type RunWithChain, untilAsked } from './chain-harness.js';
import { chainNetworksContract } from './chain-networks.contract.js';
import { chainReadsContract } from './chain-reads.contract.js';
import { chainRequestsContract } from './chain-requests.contract.js';
import { chainServicesContract } from './chain-services.contract.js';
import { chainSessionContract } from './chain-session.contract.js';
import { chainTransactionsContract } from './chain-transactions.contract.js';
import { codeOf, patient, settled, type TestApi } from './test-api.js';

const ENDINGS = [
  ['rejected', 'wallet/rejected'],
  ['pending', 'wallet/request-pending'],
  ['unsupported', 'wallet/unsupported-method'],
  ['garbage', 'wallet/invalid-response'],
] as const;

/**
 * What every chain does: lists wallets, connects, takes up, follows what the wallet says, asks it for approvals, reads
 * from nodes, and leaves nothing behind.
 * @example
 * chainContract({ describe, it, expect }, 'MyChain', () => makeHarness(), {
 *   signature: /^[0-9a-f]{128}$/, hash: /^[0-9a-f]{64}$/, settledAs: 'included', lacks: ['signTypedData'],
 * });
 */
export const chainContract = (
  api: TestApi,
  name: string,
  makeHarness: () => ChainHarness | Promise<ChainHarness>,
  traits: ChainTraits,
): void => {
  const { describe, it, expect } = api;
  const { lacks = [] } = traits;
  const run: RunWithChain = async (test) => {
    const harness = await makeHarness();
    try {
      await test(harness);
    } finally {
      harness.chain.dispose();
      await harness.dispose?.();
    }
  };

  describe(`${name} keeps the contract of a chain`, () => {
    it('lists its wallets at once when somebody subscribes', () =>
      run(async ({ chain, connectorId }) => {
        const lists: (readonly Connector[])[] = [];
        chain.connectors$.subscribe((connectors) => lists.push(connectors)).unsubscribe();
        expect(lists.length).toBe(1);
        const connector = lists[0]?.find(({ id }) => id === connectorId);
        expect(connector?.namespace).toBe(chain.namespace);
      }));

    it('connects: the wallet is asked once, its accounts and chain are the session’s', () =>
      run(async (harness) => {
        const { owner, connectorId, accounts, network } = harness;
        const session = await connected(harness);
        expect(owner.asked('connect')).toBe(1);
        expect(session.connector.id).toBe(connectorId);
        expect(session.accounts.map(({ address }) => address)).toEqual([...accounts]);
        expect(session.accounts.every(({ namespace }) => namespace === network.chainNamespace)).toBe(true);
        expect(session.chainId).toBe(network.caipNetworkId);
      }));

    for (const [verdict, code] of ENDINGS.filter(([verdict]) => verdict !== 'pending' || !lacks.includes('pending'))) {
      it(`ends connecting with ${code} when the answer is: ${verdict}, asks once and listens no more`, () =>
        run(async (harness) => {
          harness.owner.answerNext('connect', verdict);
          expect(await codeOf(connected(harness))).toBe(code);
          expect(harness.owner.asked('connect')).toBe(1);
          expect(harness.owner.listeners()).toBe(0);
        }));
    }

    it('ends connecting with connection/connector-not-found for a wallet that is not there', () =>
      run(async ({ chain, network }) => {
        expect(await codeOf(chain.connect({ connectorId: 'nobody', network }, patient()))).toBe('connection/connector-not-found');
      }));

    it('stops connecting when told to, and ignores an approval that comes later', () =>
      run(async (harness) => {
        const { chain, connectorId, network, owner } = harness;
        owner.holdNext('connect');
        const controller = new AbortController();
        const reason = new Error('stop');
        const connecting = chain.connect({ connectorId, network }, controller.signal).catch((error: unknown) => error);
        await untilAsked(harness, 'connect');
        controller.abort(reason);
        expect((await connecting) === reason).toBe(true);
        owner.approveHeld();
        await settled();
        expect(owner.listeners()).toBe(0);
      }));

    it('does not ask the wallet for what was stopped before it began', () =>
      run(async ({ chain, connectorId, network, owner }) => {
        const outcome = await chain.connect({ connectorId, network }, AbortSignal.abort('stop')).catch((error: unknown) => error);
        expect(outcome).toBe('stop');
        expect(owner.allowsSite()).toBe(false);
      }));

    it('takes up a connection without asking anybody', () =>
      run(async (harness) => {
        (await connected(harness)).release();
        const session = await harness.chain.resume({ connectorId: harness.connectorId, network: harness.network }, patient());
        expect(session?.accounts[0]?.address).toBe(harness.accounts[0]);
        expect(harness.owner.asked('connect')).toBe(1);
      }));

    if (!lacks.includes('silence')) {
      it('takes nothing up from a wallet that shares nothing', () =>
        run(async ({ chain, connectorId, network, owner }) => {
          expect(await chain.resume({ connectorId, network }, patient())).toBe(null);
          expect([owner.asked('connect'), owner.listeners()]).toEqual([0, 0]);
        }));
    }

    it('takes nothing up from a wallet that is locked', () =>
      run(async (harness) => {
        const { chain, connectorId, network, owner } = harness;
        (await connected(harness)).release();
        owner.lock();
        expect(await chain.resume({ connectorId, network }, patient())).toBe(null);
        expect(owner.listeners()).toBe(0);
      }));

    if (!lacks.includes('events')) {
      it('tells when a wallet begins to share accounts, and only while somebody watches', () =>
        run(async (harness) => {
          const { chain, connectorId, owner } = harness;
          (await connected(harness)).release();
          owner.lock();
          let told = 0;
          const watch = chain.sharing(connectorId).subscribe(() => {
            told += 1;
          });
          expect(owner.listeners()).toBe(1);
          owner.unlock();
          expect(told).toBe(1);
          watch.unsubscribe();
          expect(owner.listeners()).toBe(0);
          owner.lock();
          owner.unlock();
          expect(told).toBe(1);
        }));
    }

    it('gives up taking up a wallet that does not show up', () =>
      run(async ({ chain, network, waitForNobody }) => {
        const resuming = codeOf(chain.resume({ connectorId: 'nobody', network }, patient()));
        await waitForNobody();
        expect(await resuming).toBe('connection/connector-not-found');
      }));

    it('ends its list when it is disposed of', () =>
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
