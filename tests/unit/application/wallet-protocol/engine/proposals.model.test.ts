import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { settle } from '../../../../../application/ports/clock.fake.js';
import { ALLOWED, ASKED, EnginePair } from './support/engine-pair.js';

const { signal } = new AbortController();

/** What may happen, in any order. Whoever is refused by a rule or by the relay goes on. */
const ACTIONS = {
  connect: async (story: Story) => {
    const { uri } = await story.pair.inviting.connect({ requiredNamespaces: ASKED }, signal);
    if (uri !== undefined) story.uris.push(uri);
  },
  connectAgain: async (story: Story) => {
    const pairing = story.pair.made.all().find(({ active }) => active);
    await story.pair.inviting.connect({ optionalNamespaces: ASKED, pairingTopic: pairing?.topic }, signal);
  },
  scan: async ({ pair, uris }: Story) => {
    await pair.joined.pair({ uri: uris.at(-1) ?? '' }, signal);
  },
  scanFirst: async ({ pair, uris }: Story) => {
    await pair.joined.pair({ uri: uris[0] ?? '' }, signal);
  },
  approve: async ({ pair }: Story) => {
    await pair.approve(pair.approving.pending().at(-1)?.id ?? 0);
  },
  approveTwice: async ({ pair }: Story) => {
    const id = pair.approving.pending()[0]?.id ?? 0;
    await Promise.all([pair.approve(id), pair.approve(id)]);
  },
  /** All that leads to a session, beside whatever else goes on. */
  agree: async ({ pair }: Story) => {
    const { id } = await pair.ask();
    await pair.approve(id);
  },
  reject: async ({ pair }: Story) => {
    await pair.reject(pair.approving.pending().at(-1)?.id ?? 0);
  },
  killApp: ({ pair }: Story) => pair.reloadApp(),
  killWallet: ({ pair }: Story) => pair.reloadWallet(),
  disconnectPairing: async ({ pair }: Story) => {
    await pair.joined.disconnect({ topic: pair.joined.all()[0]?.topic ?? '' }, signal);
  },
  refuseApp: async ({ pair }: Story) => pair.app.relay.refusePublications(),
  refuseWallet: async ({ pair }: Story) => pair.wallet.relay.refusePublications(),
  dropLines: async ({ pair }: Story) => {
    pair.app.relay.drop();
    pair.wallet.relay.drop();
  },
  repeat: async ({ pair }: Story) => {
    await pair.clock.run(61_000);
    pair.app.relay.repeat();
    pair.wallet.relay.repeat();
  },
} satisfies Readonly<Record<string, (story: Story) => Promise<unknown>>>;

interface Story {
  readonly pair: EnginePair;
  readonly uris: string[];
}

// The way to a session is long: without a weight few of them come about.
const names = [
  ...(Object.keys(ACTIONS) as (keyof typeof ACTIONS)[]),
  ...(['agree', 'agree', 'agree', 'scan', 'approve', 'approve'] as const),
];

/** Each step waits for the last one, or begins while it is under way. */
const steps = fc.array(fc.record({ name: fc.constantFrom(...names), waits: fc.constantFrom(true, true, true, false) }), {
  minLength: 3,
  maxLength: 30,
});

describe('an app and a wallet that pair, propose, approve and decline in any order, over a relay that fails', () => {
  it('have the same sessions, and nothing else once everything is over', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (told) => {
        const pair = new EnginePair();
        const story: Story = { pair, uris: [] };
        for (const { name, waits } of told) {
          ACTIONS[name](story).catch(() => undefined);
          if (waits) await settle();
        }
        await settle();
        // Nobody refuses any more, and both have their page open.
        pair.app.relay.refusePublications(0);
        await pair.reloadWallet();
        await pair.reloadApp();
        for (let turn = 0; turn < 3; turn += 1) await pair.clock.run(61_000);
        const sessionsOf = ({ context }: EnginePair['app']) => context.tables.sessions.all();
        const apps = sessionsOf(pair.app).map(({ topic }) => topic);
        const wallets = sessionsOf(pair.wallet);
        expect(wallets.map(({ topic }) => topic)).toEqual(expect.arrayContaining(apps));
        for (const { topic, acknowledged, namespaces } of wallets) {
          expect(namespaces).toEqual(ALLOWED);
          if (acknowledged) expect(apps).toContain(topic);
        }
        await pair.clock.run(301_000);
        for (const { context, store } of [pair.app, pair.wallet]) {
          expect([context.tables.proposals.all(), context.tables.pairings.all()]).toEqual([[], []]);
          expect([...store.persisted.keys()].filter((key) => /proposal|pairing/.test(key))).toEqual([]);
        }
        pair.end();
      }),
      { numRuns: 50 },
    );
  });
});
