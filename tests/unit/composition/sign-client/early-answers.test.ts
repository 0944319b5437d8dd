import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeClock, settle } from '../../../../application/ports/clock.fake.js';
import { FakeRelay } from '../../../../application/ports/relay.fake.js';
import { signInText } from '../../../../domain/wallet-protocol/authentication/sign-in-text.js';
import { ACCOUNT, SIGN_IN } from '../../application/wallet-protocol/engine/support/sign-in-pair.js';
import { ClientPage } from './support/client-page.js';

const CHAIN = 'eip155:1';
const ASKED = { eip155: { chains: [CHAIN], methods: ['personal_sign'], events: [] } };
const ALLOWED = { eip155: { ...ASKED.eip155, accounts: [`${CHAIN}:${ACCOUNT.address}`] } };
const RUNS = 200;

/** The official client loses such an answer: it listens for it only then. */
describe('an answer that is there before anybody asks for it, over a relay that delivers at once', () => {
  let clock: FakeClock;
  let app: ClientPage;
  let wallet: ClientPage;

  beforeEach(async () => {
    clock = new FakeClock();
    app = await ClientPage.open(clock, new FakeRelay(clock), 'app');
    wallet = await ClientPage.open(clock, app.relay.peer(), 'wallet');
  });
  afterEach(() => {
    for (const { client } of [app, wallet]) client.dispose();
    expect(clock.pending).toBe(0);
  });

  it(`is given by approval() in each of ${RUNS} runs`, async () => {
    const { client } = wallet;
    client.on('session_proposal', ({ id }) => void client.approve({ id, namespaces: ALLOWED }));
    for (let run = 1; run <= RUNS; run += 1) {
      const { uri = '', approval } = await app.client.connect({ optionalNamespaces: ASKED });
      await client.pair({ uri });
      for (let turns = 0; turns < 50 && app.client.session.length === 0; turns += 1) await settle();
      expect(app.client.session.length).toBe(1);
      const { topic } = await approval();
      expect(app.client.session.get(topic).namespaces).toEqual(ALLOWED);
      await app.client.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } });
      await settle();
    }
    expect([app.logger.entries, wallet.logger.entries]).toEqual([[], []]);
  });

  it(`is given by approval() in each of ${RUNS} runs, where it is a refusal`, async () => {
    const { client } = wallet;
    const reason = { code: 5000, message: 'User rejected.' };
    client.on('session_proposal', ({ id }) => void client.reject({ id, reason }));
    for (let run = 1; run <= RUNS; run += 1) {
      const { uri = '', approval } = await app.client.connect({ optionalNamespaces: ASKED });
      await client.pair({ uri });
      await settle();
      await expect(approval()).rejects.toMatchObject(reason);
    }
  });

  it(`is given by response() in each of ${RUNS} runs`, async () => {
    const { client } = wallet;
    const iss = `did:pkh:${CHAIN}:${ACCOUNT.address}`;
    client.on('session_authenticate', async ({ id, params: { authPayload } }) => {
      const { chains: _, ...payload } = authPayload;
      const s = await ACCOUNT.signMessage({ message: signInText(payload as Parameters<typeof signInText>[0], iss) });
      await client.approveSessionAuthenticate({ id, auths: [{ h: { t: 'caip122' }, p: { ...payload, iss }, s: { t: 'eip191', s } }] });
    });
    for (let run = 1; run <= RUNS; run += 1) {
      const { methods: _, ...asked } = SIGN_IN;
      const { uri, response } = await app.client.authenticate({ ...asked, chains: [CHAIN], nonce: `nonce${run}` } as Parameters<
        typeof app.client.authenticate
      >[0]);
      await client.pair({ uri });
      for (let turns = 0; turns < 50 && app.client.auth.requests.length > 0; turns += 1) await settle();
      expect(app.client.auth.requests.length).toBe(0);
      expect((await response()).auths).toMatchObject([{ p: { iss, nonce: `nonce${run}` } }]);
    }
  }, 60_000);
});
