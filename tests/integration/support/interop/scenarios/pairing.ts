import { expect } from 'vitest';
import type { Scenario } from '../scenario.js';
import { ADDRESS, ASKED, CHAINS, granted, propose, sessionsOf, settle, topicsOf } from '../settle.js';

const SOLANA = { chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'], methods: ['solana_signMessage'], events: [] };
const SOLANA_ACCOUNT = `${SOLANA.chains[0]}:CwXBdLGGGNYXPKLjLJAW6y2ALk9DgY4tSgTeBMJwnhpA`;

/** How sessions begin, and what becomes of pairings. */
export const PAIRING_SCENARIOS: readonly Scenario[] = [
  {
    name: 'settles a session with all that the app says of it and all that the wallet adds',
    tags: [1100, 1101, 1102, 1103],
    play: async (world) => {
      const { app, wallet } = world;
      const isScoped = app.party.hasScopedProperties && wallet.party.hasScopedProperties;
      const { proposal, approval } = await propose(world, {
        requiredNamespaces: { eip155: { ...ASKED, chains: ['eip155:1'] } },
        optionalNamespaces: { eip155: ASKED, solana: SOLANA },
        sessionProperties: { origin: 'test' },
        ...(isScoped ? { scopedProperties: { eip155: { walletService: [] } as never } } : {}),
      });
      const { params, verifyContext } = proposal;
      const { requiredNamespaces, optionalNamespaces } = params;
      const asked = [requiredNamespaces['eip155'], optionalNamespaces['eip155']].flatMap((namespace) => namespace?.chains ?? []);
      // Since 2.21 a client proposes as optional what its host requires.
      expect([...new Set(asked)].sort()).toEqual(CHAINS);
      expect(optionalNamespaces['solana']).toEqual(SOLANA);
      expect(params).toMatchObject({ proposer: { metadata: app.metadata }, sessionProperties: { origin: 'test' } });
      expect(params.expiryTimestamp * 1_000 - Date.now()).toBeGreaterThan(240_000);
      expect(verifyContext.verified.validation).toBe('UNKNOWN');
      if (isScoped) expect(params.scopedProperties).toEqual({ eip155: { walletService: [] } });

      const namespaces = { ...granted(), solana: { ...SOLANA, accounts: [SOLANA_ACCOUNT] } };
      const { topic } = await wallet.approve({
        id: proposal.id,
        namespaces,
        sessionProperties: { capabilities: '{}' },
        ...(isScoped ? { scopedProperties: { eip155: { granted: true } as never } } : {}),
      });
      const session = await approval;
      expect(session.topic).toBe(topic);
      if (app.party.announcesSessions) expect((await app.next('session_connect')).session.topic).toBe(topic);
      await wallet.until((client) => client.session.get(topic).acknowledged, 'knows that the session is settled');
      const stored = sessionsOf(world, topic);
      expect(stored.app).toMatchObject({ acknowledged: true, namespaces, peer: { metadata: wallet.metadata } });
      expect(stored.wallet).toMatchObject({ acknowledged: true, namespaces, peer: { metadata: app.metadata } });
      expect(stored.app.sessionProperties).toEqual({ capabilities: '{}' });
      if (isScoped) expect(stored.app.scopedProperties).toEqual({ eip155: { granted: true } });
      expect(stored.app.self.publicKey).toBe(stored.wallet.peer.publicKey);
      expect(stored.app.peer.publicKey).toBe(stored.wallet.self.publicKey);
      expect([stored.app.controller, stored.wallet.controller]).toEqual([stored.wallet.self.publicKey, stored.wallet.self.publicKey]);
      // The app takes over what the wallet says.
      expect(Math.abs(stored.app.expiry - stored.wallet.expiry)).toBeLessThanOrEqual(1);
      expect(stored.app.expiry * 1_000 - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
    },
  },
  {
    name: 'forgets, at both ends, the proposal of a session that is settled',
    tags: [1100, 1101, 1102, 1103],
    play: async (world) => {
      await settle(world);
      for (const actor of [world.app, world.wallet]) await actor.until(({ proposal }) => proposal.length === 0, 'has no proposal left');
    },
  },
  {
    name: 'settles a session with the part that the wallet grants of what was optional',
    tags: [1100, 1101, 1102, 1103],
    play: async (world) => {
      const topic = await settle(world, granted(['eip155:137']));
      const { app, wallet } = sessionsOf(world, topic);
      expect(app.namespaces).toEqual(granted(['eip155:137']));
      expect(wallet.namespaces).toEqual(app.namespaces);
      await expect(
        world.app.request({ topic, chainId: 'eip155:1', request: { method: 'personal_sign', params: ['0x00', ADDRESS] } }),
      ).rejects.toThrow(/chainId/);
    },
  },
  {
    name: 'tells the app why the wallet rejects',
    tags: [1100, 1120],
    play: async (world) => {
      const { proposal, approval } = await propose(world);
      await world.wallet.reject({ id: proposal.id, reason: { code: 5000, message: 'Not today.' } });
      await expect(approval).rejects.toMatchObject({ code: 5000, message: 'Not today.' });
      await world.app.until(({ proposal: stored }) => stored.length === 0, 'has no proposal left');
      expect(world.wallet.client.proposal.length).toBe(0);
      expect(topicsOf(world)).toEqual({ app: [], wallet: [] });
    },
  },
  {
    name: 'ends a proposal that nobody answers, at both ends',
    tags: [1100],
    play: async (world) => {
      const { proposal, approval } = await propose(world);
      const ended = expect(approval).rejects.toMatchObject({ message: 'Proposal expired' });
      await world.clock.pass(301_000);
      await ended;
      expect((await world.app.next('proposal_expire')).id).toBe(proposal.id);
      expect((await world.wallet.next('proposal_expire')).id).toBe(proposal.id);
      await expect(world.wallet.approve({ id: proposal.id, namespaces: granted() })).rejects.toThrow(/recently deleted|doesn't exist/);
      expect([world.app.client.proposal.length, world.wallet.client.proposal.length]).toEqual([0, 0]);
    },
  },
  {
    name: 'keeps two sessions with one peer apart',
    tags: [1100, 1101, 1102, 1103, 1112],
    play: async (world) => {
      const { app, wallet } = world;
      const topics = [await settle(world, granted(['eip155:1'])), await settle(world, granted(['eip155:137']))] as const;
      expect(new Set(topics).size).toBe(2);
      expect([...app.client.session.keys].sort()).toEqual([...topics].sort());
      await wallet.disconnect(topics[0]);
      expect((await app.next('session_delete')).topic).toBe(topics[0]);
      expect(topicsOf(world)).toEqual({ app: [topics[1]], wallet: [topics[1]] });
      await app.ping(topics[1]);
      expect((await wallet.next('session_ping')).topic).toBe(topics[1]);
    },
  },
  {
    name: 'shows a proposal again when its code is scanned a second time',
    tags: [1100, 1101, 1102, 1103],
    play: async (world) => {
      const { uri, proposal, approval } = await propose(world);
      await world.wallet.pair(uri);
      expect((await world.wallet.next('session_proposal')).id).toBe(proposal.id);
      const { topic } = await world.wallet.approve({ id: proposal.id, namespaces: granted() });
      expect((await approval).topic).toBe(topic);
      await world.wallet.until(({ session }) => session.get(topic).acknowledged, 'knows that the session is settled');
    },
  },
  {
    name: 'answers pings of a pairing in both directions',
    tags: [1002, 1003],
    play: async (world) => {
      const { app, wallet } = world;
      const { pairingTopic } = sessionsOf(world, await settle(world)).app;
      for (const [one, other] of [
        [app, wallet],
        [wallet, app],
      ] as const) {
        await one.ended(one.client.core.pairing.ping({ topic: pairingTopic }), 'ping of a pairing');
        expect(await other.nextOfPairing('pairing_ping')).toMatchObject({ topic: pairingTopic });
      }
    },
  },
  ...(['app', 'wallet'] as const).map(
    (role): Scenario => ({
      name: `takes away the pairing that the ${role} ends, and leaves the session`,
      tags: [1000],
      play: async (world) => {
        const topic = await settle(world);
        const { pairingTopic } = sessionsOf(world, topic).app;
        const [one, other] = role === 'app' ? [world.app, world.wallet] : [world.wallet, world.app];
        await one.ended(one.client.core.pairing.disconnect({ topic: pairingTopic }), 'disconnect of a pairing');
        expect(await other.nextOfPairing('pairing_delete')).toMatchObject({ topic: pairingTopic });
        for (const { client } of [one, other]) expect(client.core.pairing.getPairings()).toEqual([]);
        await other.ping(topic);
        expect((await one.next('session_ping')).topic).toBe(topic);
      },
    }),
  ),
];
