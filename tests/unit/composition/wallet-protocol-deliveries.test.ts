import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock, flushPromises } from '../../../application/ports/clock.fake.js';
import { FakeMessageRelay } from '../../../application/wallet-protocol/message-relay.fake.js';
import { isRpcRequest } from '../../../domain/wallet-protocol/json-rpc.js';
import { ACCOUNT } from '../application/wallet-protocol/engine/support/sign-in-pair.js';
import { ClientPage } from './support/client-page.js';

const CHAIN = 'eip155:1';
const REQUESTED = { eip155: { chains: [CHAIN], methods: ['personal_sign'], events: ['chainChanged'] } };
const APPROVED = { eip155: { ...REQUESTED.eip155, accounts: [`${CHAIN}:${ACCOUNT.address}`] } };
const SIGN_IN = { chains: [CHAIN], uri: 'https://app.example', domain: 'app.example', nonce: 'abcdefgh', methods: ['personal_sign'] };
const REJECTED = { code: 5000, message: 'User rejected.' };
const DISCONNECTED = { code: 6000, message: 'User disconnected.' };

/** A day in seconds. */
const DAY = 86_400;

/** Relay parameters of each message: tag, TTL in seconds, and `prompt`, which triggers a push notification. */
const TABLE: readonly (readonly [message: string, tag: number, ttl: number, prompt: boolean])[] = [
  ['wc_sessionPropose', 1100, 300, true],
  ['wc_sessionPropose: response', 1101, 300, false],
  ['wc_sessionPropose: rejection', 1120, 300, false],
  ['wc_sessionPropose: automatic rejection', 1121, 300, false],
  ['wc_sessionSettle', 1102, 300, false],
  ['wc_sessionSettle: response', 1103, 300, false],
  ['wc_sessionUpdate', 1104, DAY, false],
  ['wc_sessionUpdate: response', 1105, DAY, false],
  ['wc_sessionExtend', 1106, DAY, false],
  ['wc_sessionExtend: response', 1107, DAY, false],
  ['wc_sessionRequest', 1108, 300, true],
  ['wc_sessionRequest: response', 1109, 300, false],
  ['wc_sessionEvent', 1110, 300, true],
  ['wc_sessionEvent: response', 1111, 300, false],
  ['wc_sessionDelete', 1112, DAY, false],
  ['wc_sessionDelete: response', 1113, DAY, false],
  ['wc_sessionPing', 1114, DAY, false],
  ['wc_sessionPing: response', 1115, DAY, false],
  ['wc_sessionAuthenticate', 1116, 3_600, true],
  ['wc_sessionAuthenticate: response', 1117, 3_600, false],
  ['wc_sessionAuthenticate: rejection', 1118, 300, false],
  ['wc_sessionAuthenticate: automatic rejection', 1119, 300, false],
  ['wc_pairingDelete', 1000, DAY, false],
  ['wc_pairingPing', 1002, 30, false],
  ['wc_pairingPing: response', 1003, 30, false],
];

describe('protocol messages of two clients', () => {
  let clock: FakeClock;
  let app: ClientPage;
  let wallet: ClientPage;

  beforeEach(async () => {
    clock = new FakeClock();
    app = await ClientPage.open(clock, new FakeMessageRelay(clock), 'app');
    wallet = await ClientPage.open(clock, app.relay.peer(), 'wallet');
  });
  afterEach(() => {
    for (const { client } of [app, wallet]) client.dispose();
    expect(clock.pending).toBe(0);
  });

  const propose = async (): Promise<{ readonly id: number; readonly pairingTopic: string }> => {
    const before = wallet.client.proposal.keys;
    const { uri = '' } = await app.client.connect({ optionalNamespaces: REQUESTED });
    await wallet.client.pair({ uri });
    await flushPromises();
    const id = wallet.client.proposal.keys.find((key) => !before.includes(key)) ?? 0;
    return { id, pairingTopic: wallet.client.proposal.get(id).pairingTopic };
  };

  const authenticate = async (): Promise<number> => {
    const { uri } = await app.client.authenticate(SIGN_IN);
    await wallet.client.pair({ uri });
    await flushPromises();
    return wallet.client.auth.requests.keys[0] ?? 0;
  };

  const sign = async (id: number): Promise<void> => {
    const { chains: _, ...payload } = wallet.client.auth.requests.get(id).authPayload;
    const iss = `did:pkh:${CHAIN}:${ACCOUNT.address}`;
    const s = await ACCOUNT.signMessage({ message: wallet.client.formatAuthMessage({ request: payload, iss }) });
    const approving = wallet.client.approveSessionAuthenticate({
      id,
      auths: [{ h: { t: 'caip122' }, p: { ...payload, iss }, s: { t: 'eip191', s } }],
    });
    await flushPromises();
    await approving;
  };

  it('use the tags, TTLs and prompts of the protocol table', async () => {
    const listen = (): void => undefined;
    // An approved proposal and every message of a session.
    const { id, pairingTopic } = await propose();
    const { topic } = await wallet.client.approve({ id, namespaces: APPROVED });
    await flushPromises();
    const pinging = [app.client.core.pairing.ping({ topic: pairingTopic }), app.client.ping({ topic })];
    await flushPromises();
    await clock.run(500);
    await Promise.all(pinging);
    wallet.client.once('session_request', (request) =>
      wallet.client.respond({ topic, response: { id: request.id, jsonrpc: '2.0', result: '0x00' } }),
    );
    await app.client.request({ topic, chainId: CHAIN, request: { method: 'personal_sign', params: [] } });
    await wallet.client.emit({ topic, chainId: CHAIN, event: { name: 'chainChanged', data: 1 } });
    await (await wallet.client.update({ topic, namespaces: APPROVED })).acknowledged();
    await (await wallet.client.extend({ topic })).acknowledged();
    await app.client.disconnect({ topic, reason: DISCONNECTED });
    await app.client.core.pairing.disconnect({ topic: pairingTopic });
    // Proposals rejected by the user and by the client itself.
    const declined = await propose();
    await wallet.client.reject({ id: declined.id, reason: REJECTED });
    const bad = { id: 1, jsonrpc: '2.0', method: 'wc_sessionPropose', params: {} } as const;
    await app.relay.publish({ topic: declined.pairingTopic, message: bad, delivery: QUIET }, new AbortController().signal);
    // Authentications: without a listener, rejected and approved.
    await authenticate();
    wallet.client.on('session_authenticate', listen);
    await wallet.client.rejectSessionAuthenticate({ id: await authenticate(), reason: REJECTED });
    await flushPromises();
    await sign(await authenticate());
    await flushPromises();

    const sent = [...app.relay.published, ...wallet.relay.published].filter(({ delivery }) => delivery !== QUIET);
    const rows = new Set(sent.map(({ delivery: { tag, ttl, prompt } }) => JSON.stringify([tag, ttl, prompt])));
    expect([...rows].sort()).toEqual(TABLE.map(([, ...row]) => JSON.stringify(row)).sort());
    const calls = new Map(TABLE.filter(([message]) => !message.includes(':')).map(([message, tag]) => [tag, message]));
    for (const { message, delivery } of sent) if (isRpcRequest(message)) expect(message.method).toBe(calls.get(delivery.tag));
  });
});

const QUIET = { tag: 0, ttl: 300, prompt: false };
