import type { WalletSession } from '../../application/ports/chain.port.js';
import { type ChainTraits, connectWallet, type RunWithChain } from './chain-harness.js';
import { flushPromises, neverAborted, type TestApi } from './test-api.js';

/** Collects the event types of a session. */
const collectEvents = (session: WalletSession): readonly string[] => {
  const events: string[] = [];
  session.events$.subscribe(({ type }) => events.push(type));
  return events;
};

/** Contract of the events and the end of sessions of every chain. */
export const chainSessionContract = ({ it, expect }: TestApi, { unsupportedFeatures = [] }: ChainTraits, run: RunWithChain): void => {
  if (!unsupportedFeatures.includes('selectAccount')) {
    it('emits accounts-changed when the user selects another account', () =>
      run(async (harness) => {
        const { user, otherAccount } = harness;
        const session = await connectWallet(harness);
        const events = collectEvents(session);
        user.selectAccount(otherAccount);
        await flushPromises();
        expect(events).toEqual(['accounts-changed']);
        expect(session.accounts[0]?.address).toBe(otherAccount);
      }));
  }

  if (!unsupportedFeatures.includes('selectNetwork')) {
    it('emits chain-changed when the user selects another network', () =>
      run(async (harness) => {
        const { user, otherNetwork } = harness;
        const session = await connectWallet(harness);
        const events = collectEvents(session);
        user.selectNetwork(otherNetwork);
        await flushPromises();
        expect(events.filter((type) => type !== 'accounts-changed')).toEqual(['chain-changed']);
        expect(session.chainId).toBe(otherNetwork.caipNetworkId);
      }));
  }

  if (!unsupportedFeatures.includes('events')) {
    it('emits disconnected without accounts on lock, and accounts-changed on unlock', () =>
      run(async (harness) => {
        const session = await connectWallet(harness);
        const events = collectEvents(session);
        harness.user.lock();
        await flushPromises();
        expect(session.accounts).toEqual([]);
        harness.user.unlock();
        await flushPromises();
        expect(events).toEqual(['disconnected', 'accounts-changed']);
        expect(session.accounts.map(({ address }) => address)).toEqual([...harness.accounts]);
      }));
  }

  if (!unsupportedFeatures.includes('forgetSite')) {
    it('emits disconnected when the wallet disconnects the site', () =>
      run(async (harness) => {
        const session = await connectWallet(harness);
        const events = collectEvents(session);
        harness.user.forgetSite();
        await flushPromises();
        expect(events).toEqual(['disconnected']);
      }));

    it('has no accounts after the wallet disconnected the site, even without a subscriber', () =>
      run(async (harness) => {
        const session = await connectWallet(harness);
        harness.user.forgetSite();
        await flushPromises();
        expect(session.accounts).toEqual([]);
      }));
  }

  it(
    unsupportedFeatures.includes('revoke')
      ? 'disconnects without revoking the permission of the site'
      : 'revokes the permission of the site on disconnect, even after a release',
    () =>
      run(async (harness) => {
        const session = await connectWallet(harness);
        session.release();
        expect(await session.disconnect(neverAborted())).toBe(undefined);
        expect(harness.user.isSiteAllowed()).toBe(unsupportedFeatures.includes('revoke'));
        expect(harness.user.listenerCount()).toBe(0);
      }),
  );

  it('disconnects even if the wallet cannot revoke the permission', () =>
    run(async (harness) => {
      harness.user.disableRevoke();
      const session = await connectWallet(harness);
      expect(await session.disconnect(neverAborted())).toBe(undefined);
    }));

  it('completes its events and removes its listeners on release', () =>
    run(async (harness) => {
      const { user, otherAccount } = harness;
      const session = await connectWallet(harness);
      const events: string[] = [];
      let completed = false;
      session.events$.subscribe({
        next: ({ type }) => events.push(type),
        complete: () => {
          completed = true;
        },
      });
      if (!unsupportedFeatures.includes('events')) expect(user.listenerCount() > 0).toBe(true);
      session.release();
      session.release();
      user.selectAccount(otherAccount);
      user.lock();
      await flushPromises();
      expect([events, completed, user.listenerCount()]).toEqual([[], true, 0]);
    }));
};
