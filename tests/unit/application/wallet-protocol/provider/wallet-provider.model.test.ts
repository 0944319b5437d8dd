import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flushPromises } from '../../../../../application/ports/clock.fake.js';
import type { WalletProvider } from '../../../../../application/wallet-protocol/provider/wallet-provider.js';
import { ADDRESS, FakeClient, OTHER, providerSession } from './support/fake-client.js';
import { type ProviderFixture, startedProvider } from './support/provider-fixture.js';

const chain = fc.constantFrom('1', '10', '137');
const grants = fc
  .record(
    { eip155: fc.uniqueArray(chain, { minLength: 1 }), cosmos: fc.uniqueArray(chain, { minLength: 1 }) },
    { requiredKeys: ['eip155'], noNullPrototype: true },
  )
  .map((families) =>
    Object.fromEntries(
      Object.entries(families).map(([family, references]) => [
        family,
        {
          accounts: references.flatMap((each) => [`${family}:${each}:${ADDRESS}`, ...(each === '10' ? [`${family}:10:${OTHER}`] : [])]),
          methods: ['sign'],
          events: [],
        },
      ]),
    ),
  );

type Step = (fixture: ProviderFixture, provider: WalletProvider) => Promise<void>;

const attempt = async (act: () => unknown): Promise<void> => {
  // Rejections are expected. The model checks the remaining state.
  await Promise.resolve()
    .then(act)
    .catch(() => undefined);
};

let topics = 0;
const step: fc.Arbitrary<Step> = fc.oneof(
  grants.map(
    (namespaces): Step =>
      async ({ client }, provider) => {
        const connecting = provider.connect({ optionalNamespaces: { eip155: { chains: ['eip155:1'], methods: [], events: [] } } });
        await flushPromises();
        topics += 1;
        client.approve(providerSession({ topic: `t${topics}`, namespaces }));
        await connecting;
      },
  ),
  fc.constant<Step>(async ({ client }, provider) => {
    const connecting = attempt(() => provider.connect({ namespaces: { other: { chains: ['other:1'], methods: [], events: [] } } }));
    await flushPromises();
    client.reject(new Error('User rejected.'));
    await connecting;
  }),
  fc.constant<Step>((_, provider) => attempt(() => provider.disconnect())),
  fc.constantFrom('session_delete', 'session_expire').map(
    (name): Step =>
      async ({ client }, provider) => {
        const topic = provider.session?.topic ?? 'none';
        client.sessions.delete(topic);
        client.emitEvent(name, { id: 1, topic });
      },
  ),
  grants.map(
    (namespaces): Step =>
      async ({ client }, provider) => {
        const { session } = provider;
        if (session === undefined) return;
        client.sessions.set(session.topic, { ...session, namespaces });
        client.emitEvent('session_update', { id: 1, topic: session.topic, params: { namespaces } });
      },
  ),
  fc.tuple(fc.constantFrom('eip155', 'cosmos'), chain).map(
    ([family, reference]): Step =>
      async (_, provider) => {
        await attempt(() => provider.setDefaultChain(`${family}:${reference}`));
      },
  ),
  fc.tuple(fc.constantFrom('eip155', 'cosmos'), chain).map(
    ([family, reference]): Step =>
      async ({ client }, provider) => {
        client.emitSessionEvent('chainChanged', reference, `${family}:1`, provider.session?.topic);
      },
  ),
);

describe('universal provider after random operations', () => {
  it('serves exactly the namespaces of its session, and stores no records of other sessions', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const { fixture, provider } = await startedProvider(new FakeClient());
        for (const run of steps) {
          const chains = Object.fromEntries(Object.entries(provider.rpcProviders).map(([name, each]) => [name, each.getDefaultChain()]));
          const before = provider.session?.topic;
          fixture.emitted.length = 0;
          await run(fixture, provider);
          await flushPromises();
          const families = Object.entries(provider.session?.namespaces ?? {}).map(([name]) => name);
          expect(Object.keys(provider.rpcProviders).sort()).toEqual(families.sort());
          for (const [name, each] of Object.entries(provider.rpcProviders)) {
            const now = each.getDefaultChain();
            const toldOf = fixture.emittedOf('default_chain_changed').map(([, chainId]) => chainId);
            if (before === provider.session?.topic && name in chains && chains[name] !== now) expect(toldOf).toContain(`${name}:${now}`);
            expect(provider.namespaces?.[name]).toBeDefined();
          }
          if (provider.session === undefined && before !== undefined) expect(provider.namespaces).toBeUndefined();
          const keys = (await fixture.client.storage.getKeys()).filter((key) => key.startsWith('wc@2:universal_provider:'));
          const topics = [...fixture.client.sessions.keys()];
          expect(keys.filter((key) => !topics.some((topic) => key.endsWith(topic)))).toEqual([]);
        }
        expect(fixture.logger.messages('error')).toEqual([]);
      }),
    );
  });
});
