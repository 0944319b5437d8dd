import type { WalletSession } from '../../application/ports/chain.port.js';
import { type ChainTraits, connected, type RunWithChain } from './chain-harness.js';
import { patient, settled, type TestApi } from './test-api.js';

/** What a session says, in the order it says it. */
const hear = (session: WalletSession): readonly string[] => {
  const heard: string[] = [];
  session.events$.subscribe(({ type }) => heard.push(type));
  return heard;
};

/** What every chain's sessions do while they live, and when they end. */
export const chainSessionContract = ({ it, expect }: TestApi, { lacks = [] }: ChainTraits, run: RunWithChain): void => {
  if (!lacks.includes('selectAccount')) {
    it('says when the wallet picks another account, and the session follows', () =>
      run(async (harness) => {
        const { owner, otherAccount } = harness;
        const session = await connected(harness);
        const heard = hear(session);
        owner.selectAccount(otherAccount);
        await settled();
        expect(heard).toEqual(['accounts-changed']);
        expect(session.accounts[0]?.address).toBe(otherAccount);
      }));
  }

  if (!lacks.includes('selectNetwork')) {
    it('says when the wallet picks another chain, and the session follows', () =>
      run(async (harness) => {
        const { owner, otherNetwork } = harness;
        const session = await connected(harness);
        const heard = hear(session);
        owner.selectNetwork(otherNetwork);
        await settled();
        expect(heard.filter((type) => type !== 'accounts-changed')).toEqual(['chain-changed']);
        expect(session.chainId).toBe(otherNetwork.caipNetworkId);
      }));
  }

  if (!lacks.includes('events')) {
    it('says when the wallet is locked, has no account then, and says when they are back', () =>
      run(async (harness) => {
        const session = await connected(harness);
        const heard = hear(session);
        harness.owner.lock();
        await settled();
        expect(session.accounts).toEqual([]);
        harness.owner.unlock();
        await settled();
        expect(heard).toEqual(['disconnected', 'accounts-changed']);
        expect(session.accounts.map(({ address }) => address)).toEqual([...harness.accounts]);
      }));
  }

  if (!lacks.includes('forgetSite')) {
    it('says when the wallet disconnects the site', () =>
      run(async (harness) => {
        const session = await connected(harness);
        const heard = hear(session);
        harness.owner.forgetSite();
        await settled();
        expect(heard).toEqual(['disconnected']);
      }));

    it('has no account for who listens only after the wallet disconnected the site', () =>
      run(async (harness) => {
        const session = await connected(harness);
        harness.owner.forgetSite();
        await settled();
        expect(session.accounts).toEqual([]);
      }));
  }

  it(
    lacks.includes('revoke')
      ? 'ends a session without a wallet that cannot forget a site'
      : 'ends a session on the wallet’s side, also when nobody listens to it any more',
    () =>
      run(async (harness) => {
        const session = await connected(harness);
        session.release();
        expect(await session.disconnect(patient())).toBe(undefined);
        expect(harness.owner.allowsSite()).toBe(lacks.includes('revoke'));
        expect(harness.owner.listeners()).toBe(0);
      }),
  );

  it('lets a wallet be that does not know how to forget a site', () =>
    run(async (harness) => {
      harness.owner.refuseToForget();
      const session = await connected(harness);
      expect(await session.disconnect(patient())).toBe(undefined);
    }));

  it('hears nothing and leaves no listener after a release', () =>
    run(async (harness) => {
      const { owner, otherAccount } = harness;
      const session = await connected(harness);
      const heard: string[] = [];
      let completed = false;
      session.events$.subscribe({
        next: ({ type }) => heard.push(type),
        complete: () => {
          completed = true;
        },
      });
      if (!lacks.includes('events')) expect(owner.listeners() > 0).toBe(true);
      session.release();
      session.release();
      owner.selectAccount(otherAccount);
      owner.lock();
      await settled();
      expect([heard, completed, owner.listeners()]).toEqual([[], true, 0]);
    }));
};
