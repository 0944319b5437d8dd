import { describe, expect, it } from 'vitest';
import { FakeClock, settle } from '../../../../application/ports/clock.fake.js';
import { FakeMessageRelay } from '../../../../application/wallet-protocol/message-relay.fake.js';
import type { SignClient } from '../../../../composition/sign-client.js';
import { ACCOUNT, SIGN_IN } from '../../application/wallet-protocol/engine/support/sign-in-pair.js';
import { ClientPage } from './support/client-page.js';

const CHAIN = 'eip155:1';
const ASKED = { eip155: { chains: [CHAIN], methods: ['personal_sign'], events: [] } };
const ALLOWED = { eip155: { ...ASKED.eip155, accounts: [`${CHAIN}:${ACCOUNT.address}`] } };
const RUNS = 200;
/** With two pages and their relay in memory, which forgets no message, before there are others. */
const RUNS_EACH = 20;

/** The official client loses such an answer: it listens for it only then. */
describe('an answer that is there before anybody asks for it, over a relay that delivers at once', () => {
  const inEachRun = async (
    act: (app: SignClient, wallet: SignClient, run: number) => Promise<void>,
    serve: (wallet: SignClient) => void,
  ) => {
    for (let from = 0; from < RUNS; from += RUNS_EACH) {
      const clock = new FakeClock();
      const app = await ClientPage.open(clock, new FakeMessageRelay(clock), 'app');
      const wallet = await ClientPage.open(clock, app.relay.peer(), 'wallet');
      serve(wallet.client);
      for (let run = from; run < from + RUNS_EACH; run += 1) await act(app.client, wallet.client, run);
      expect([app.logger.entries, wallet.logger.entries]).toEqual([[], []]);
      for (const { client } of [app, wallet]) client.dispose();
      expect(clock.pending).toBe(0);
    }
  };

  it(`is given by approval() in each of ${RUNS} runs`, async () => {
    await inEachRun(
      async (app, wallet) => {
        const { uri = '', approval } = await app.connect({ optionalNamespaces: ASKED });
        await wallet.pair({ uri });
        for (let turns = 0; turns < 50 && app.session.length === 0; turns += 1) await settle();
        expect(app.session.length).toBe(1);
        const { topic } = await approval();
        expect(app.session.get(topic).namespaces).toEqual(ALLOWED);
        await app.disconnect({ topic, reason: { code: 6000, message: 'User disconnected.' } });
        await settle();
      },
      (wallet) => wallet.on('session_proposal', ({ id }) => void wallet.approve({ id, namespaces: ALLOWED })),
    );
  }, 60_000);

  it(`is given by approval() in each of ${RUNS} runs, where it is a refusal`, async () => {
    const reason = { code: 5000, message: 'User rejected.' };
    await inEachRun(
      async (app, wallet) => {
        const { uri = '', approval } = await app.connect({ optionalNamespaces: ASKED });
        await wallet.pair({ uri });
        await settle();
        await expect(approval()).rejects.toMatchObject(reason);
      },
      (wallet) => wallet.on('session_proposal', ({ id }) => void wallet.reject({ id, reason })),
    );
  }, 60_000);

  it(`is given by response() in each of ${RUNS} runs`, async () => {
    const iss = `did:pkh:${CHAIN}:${ACCOUNT.address}`;
    await inEachRun(
      async (app, wallet, run) => {
        const asked = { chains: [CHAIN], uri: SIGN_IN.uri, domain: SIGN_IN.domain, nonce: `nonce${run}` };
        const { uri, response } = await app.authenticate(asked);
        await wallet.pair({ uri });
        for (let turns = 0; turns < 50 && app.auth.requests.length > 0; turns += 1) await settle();
        expect(app.auth.requests.length).toBe(0);
        expect((await response()).auths).toMatchObject([{ p: { iss, nonce: asked.nonce } }]);
      },
      (wallet) =>
        wallet.on('session_authenticate', async ({ id, params: { authPayload } }) => {
          const { chains: _, ...p } = authPayload;
          const s = await ACCOUNT.signMessage({ message: wallet.formatAuthMessage({ request: p, iss }) });
          await wallet.approveSessionAuthenticate({ id, auths: [{ h: { t: 'caip122' }, p: { ...p, iss }, s: { t: 'eip191', s } }] });
        }),
    );
  }, 60_000);
});
