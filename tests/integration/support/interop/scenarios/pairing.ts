import { expect } from 'vitest';
import type { Scenario } from '../scenario.js';
import { ADDRESS, approvedNamespaces, CHAINS, establishSession, propose, REQUESTED_NAMESPACE, sessionsOf, topicsOf } from '../settle.js';

const SOLANA = { chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'], methods: ['solana_signMessage'], events: [] };
const SOLANA_ACCOUNT = `${SOLANA.chains[0]}:CwXBdLGGGNYXPKLjLJAW6y2ALk9DgY4tSgTeBMJwnhpA`;

/** Proposals, settlement and pairings. */
export const PAIRING_SCENARIOS: readonly Scenario[] = [
  {
    name: 'settles a session with all properties of the app and the wallet',
    tags: [1100, 1101, 1102, 1103],
    run: async (fixture) => {
      const { app, wallet } = fixture;
      const isScoped = app.party.hasScopedProperties && wallet.party.hasScopedProperties;
      const { proposal, approval } = await propose(fixture, {
        requiredNamespaces: { eip155: { ...REQUESTED_NAMESPACE, chains: ['eip155:1'] } },
        optionalNamespaces: { eip155: REQUESTED_NAMESPACE, solana: SOLANA },
        sessionProperties: { origin: 'test' },
        ...(isScoped ? { scopedProperties: { eip155: { walletService: [] } as never } } : {}),
      });
      const { params, verifyContext } = proposal;
      const { requiredNamespaces, optionalNamespaces } = params;
      const proposedChains = [requiredNamespaces['eip155'], optionalNamespaces['eip155']].flatMap((namespace) => namespace?.chains ?? []);
      // Since 2.21 a client proposes required namespaces as optional ones.
      expect([...new Set(proposedChains)].sort()).toEqual(CHAINS);
      expect(optionalNamespaces['solana']).toEqual(SOLANA);
      expect(params).toMatchObject({ proposer: { metadata: app.metadata }, sessionProperties: { origin: 'test' } });
      expect(params.expiryTimestamp * 1_000 - Date.now()).toBeGreaterThan(240_000);
      expect(verifyContext.verified.validation).toBe('UNKNOWN');
      if (isScoped) expect(params.scopedProperties).toEqual({ eip155: { walletService: [] } });

      const namespaces = { ...approvedNamespaces(), solana: { ...SOLANA, accounts: [SOLANA_ACCOUNT] } };
      const { topic } = await wallet.approve({
        id: proposal.id,
        namespaces,
        sessionProperties: { capabilities: '{}' },
        ...(isScoped ? { scopedProperties: { eip155: { approvedNamespaces: true } as never } } : {}),
      });
      const session = await approval;
      expect(session.topic).toBe(topic);
      if (app.party.announcesSessions) expect((await app.next('session_connect')).session.topic).toBe(topic);
      await wallet.until((client) => client.session.get(topic).acknowledged, 'has acknowledged the session');
      const stored = sessionsOf(fixture, topic);
      expect(stored.app).toMatchObject({ acknowledged: true, namespaces, peer: { metadata: wallet.metadata } });
      expect(stored.wallet).toMatchObject({ acknowledged: true, namespaces, peer: { metadata: app.metadata } });
      expect(stored.app.sessionProperties).toEqual({ capabilities: '{}' });
      if (isScoped) expect(stored.app.scopedProperties).toEqual({ eip155: { approvedNamespaces: true } });
      expect(stored.app.self.publicKey).toBe(stored.wallet.peer.publicKey);
      expect(stored.app.peer.publicKey).toBe(stored.wallet.self.publicKey);
      expect([stored.app.controller, stored.wallet.controller]).toEqual([stored.wallet.self.publicKey, stored.wallet.self.publicKey]);
      // The app adopts the expiry of the wallet.
      expect(Math.abs(stored.app.expiry - stored.wallet.expiry)).toBeLessThanOrEqual(1);
      expect(stored.app.expiry * 1_000 - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
    },
  },
  {
    name: 'deletes the proposal of a settled session on both sides',
    tags: [1100, 1101, 1102, 1103],
    run: async (fixture) => {
      await establishSession(fixture);
      for (const actor of [fixture.app, fixture.wallet]) await actor.until(({ proposal }) => proposal.length === 0, 'has no proposals');
    },
  },
  {
    name: 'settles a session with some of the optional namespaces',
    tags: [1100, 1101, 1102, 1103],
    run: async (fixture) => {
      const topic = await establishSession(fixture, approvedNamespaces(['eip155:137']));
      const { app, wallet } = sessionsOf(fixture, topic);
      expect(app.namespaces).toEqual(approvedNamespaces(['eip155:137']));
      expect(wallet.namespaces).toEqual(app.namespaces);
      await expect(
        fixture.app.request({ topic, chainId: 'eip155:1', request: { method: 'personal_sign', params: ['0x00', ADDRESS] } }),
      ).rejects.toThrow(/chainId/);
    },
  },
  {
    name: 'rejects a proposal with the reason of the wallet',
    tags: [1100, 1120],
    run: async (fixture) => {
      const { proposal, approval } = await propose(fixture);
      await fixture.wallet.reject({ id: proposal.id, reason: { code: 5000, message: 'Not today.' } });
      await expect(approval).rejects.toMatchObject({ code: 5000, message: 'Not today.' });
      await fixture.app.until(({ proposal: stored }) => stored.length === 0, 'has no proposals');
      expect(fixture.wallet.client.proposal.length).toBe(0);
      expect(topicsOf(fixture)).toEqual({ app: [], wallet: [] });
    },
  },
  {
    name: 'expires an unanswered proposal on both sides',
    tags: [1100],
    run: async (fixture) => {
      const { proposal, approval } = await propose(fixture);
      const ended = expect(approval).rejects.toMatchObject({ message: 'Proposal expired' });
      await fixture.clock.advance(301_000);
      await ended;
      expect((await fixture.app.next('proposal_expire')).id).toBe(proposal.id);
      expect((await fixture.wallet.next('proposal_expire')).id).toBe(proposal.id);
      await expect(fixture.wallet.approve({ id: proposal.id, namespaces: approvedNamespaces() })).rejects.toThrow(
        /recently deleted|doesn't exist/,
      );
      expect([fixture.app.client.proposal.length, fixture.wallet.client.proposal.length]).toEqual([0, 0]);
    },
  },
  {
    name: 'keeps two sessions with one peer independent',
    tags: [1100, 1101, 1102, 1103, 1112],
    run: async (fixture) => {
      const { app, wallet } = fixture;
      const topics = [
        await establishSession(fixture, approvedNamespaces(['eip155:1'])),
        await establishSession(fixture, approvedNamespaces(['eip155:137'])),
      ] as const;
      expect(new Set(topics).size).toBe(2);
      expect([...app.client.session.keys].sort()).toEqual([...topics].sort());
      await wallet.disconnect(topics[0]);
      expect((await app.next('session_delete')).topic).toBe(topics[0]);
      expect(topicsOf(fixture)).toEqual({ app: [topics[1]], wallet: [topics[1]] });
      await app.ping(topics[1]);
      expect((await wallet.next('session_ping')).topic).toBe(topics[1]);
    },
  },
  {
    name: 'emits a proposal again when its URI is scanned a second time',
    tags: [1100, 1101, 1102, 1103],
    run: async (fixture) => {
      const { uri, proposal, approval } = await propose(fixture);
      await fixture.wallet.pair(uri);
      expect((await fixture.wallet.next('session_proposal')).id).toBe(proposal.id);
      const { topic } = await fixture.wallet.approve({ id: proposal.id, namespaces: approvedNamespaces() });
      expect((await approval).topic).toBe(topic);
      await fixture.wallet.until(({ session }) => session.get(topic).acknowledged, 'has acknowledged the session');
    },
  },
  {
    name: 'responds to pairing pings in both directions',
    tags: [1002, 1003],
    run: async (fixture) => {
      const { app, wallet } = fixture;
      const { pairingTopic } = sessionsOf(fixture, await establishSession(fixture)).app;
      for (const [one, other] of [
        [app, wallet],
        [wallet, app],
      ] as const) {
        await one.settledWithin(one.client.core.pairing.ping({ topic: pairingTopic }), 'ping of a pairing');
        expect(await other.nextOfPairing('pairing_ping')).toMatchObject({ topic: pairingTopic });
      }
    },
  },
  ...(['app', 'wallet'] as const).map(
    (role): Scenario => ({
      name: `deletes a pairing that the ${role} disconnects, and keeps the session`,
      tags: [1000],
      run: async (fixture) => {
        const topic = await establishSession(fixture);
        const { pairingTopic } = sessionsOf(fixture, topic).app;
        const [one, other] = role === 'app' ? [fixture.app, fixture.wallet] : [fixture.wallet, fixture.app];
        await one.settledWithin(one.client.core.pairing.disconnect({ topic: pairingTopic }), 'disconnect of a pairing');
        expect(await other.nextOfPairing('pairing_delete')).toMatchObject({ topic: pairingTopic });
        for (const { client } of [one, other]) expect(client.core.pairing.getPairings()).toEqual([]);
        await other.ping(topic);
        expect((await one.next('session_ping')).topic).toBe(topic);
      },
    }),
  ),
];
