import { wrappedError } from '@latchkey/sandbox';
import { stringToHex } from 'viem';
import { ask, connectDapp, openDapp } from './sandbox/connected-dapp.js';
import { ALICE, WALLET_HOSTS } from './sandbox/hosts.js';
import { expect } from './support/fixtures.js';

const MESSAGE = [stringToHex('Good morning'), ALICE];

for (const { name, test, rdns } of WALLET_HOSTS) {
  test.describe(`faults of ${name}`, { tag: ['@sandbox', '@connect'] }, () => {
    test('rejects everything with 4001 and shows nothing', async ({ page, serve, wallet, control }) => {
      const dapp = await openDapp(page, { serve }, rdns);
      await control.setFault({ mode: 'reject-all' });
      // The page has heard by then that the wallet asks nothing: both come by one line, in order.
      await dapp.result('eth_chainId');
      expect(await dapp.request('eth_requestAccounts')).toMatchObject({ error: { code: 4001 } });
      expect(wallet.open).toEqual([]);
      await control.setFault(null);
      // And by then that it asks again.
      await dapp.result('eth_chainId');
      expect(await (await ask(dapp, { wallet }, 'eth_requestAccounts')).outcome).toEqual({ result: [ALICE] });
    });

    test('never answers, and says so in its log', async ({ page, serve, control }) => {
      const dapp = await openDapp(page, { serve }, rdns);
      await control.setFault({ mode: 'never-answer' });
      const silence = dapp.request('eth_requestAccounts').catch(() => 'gone with its page');
      // Later requests are answered, so that the first was taken and is held.
      expect(await dapp.result('eth_chainId')).toBe('0x1');
      expect((await control.requests()).map(({ method, outcome }) => [method, outcome])).toEqual([
        ['eth_requestAccounts', 'pending'],
        ['eth_chainId', 'answered'],
      ]);
      await dapp.open(page.url());
      await expect.poll(async () => (await control.requests())[0]?.outcome).toBe('abandoned');
      expect(await silence).toBe('gone with its page');
    });

    test('answers late what the person has long approved', async ({ page, serve, wallet, control }) => {
      const dapp = await openDapp(page, { serve }, rdns);
      await control.setFault({ mode: 'answer-late', delayMs: 700 });
      const opening = wallet.nextQuestion();
      const outcome = dapp.request('eth_requestAccounts');
      const question = await opening;
      // From before the yes: the delay begins with it, and the window takes its time to close.
      const fromMs = Date.now();
      await question.approve();
      expect(await outcome).toEqual({ result: [ALICE] });
      expect(Date.now() - fromMs).toBeGreaterThan(690);
    });

    test('answers garbage, of its own or of the test’s choice', async ({ page, serve, control }) => {
      const dapp = await openDapp(page, { serve }, rdns);
      await control.setFault({ mode: 'answer-garbage' });
      expect(await dapp.request('eth_requestAccounts')).toEqual({ result: { garbage: 'eth_requestAccounts' } });
      await control.setFault({ mode: 'answer-garbage', answer: ['0xnothing', 7], methods: ['eth_accounts'] });
      expect(await dapp.request('eth_accounts')).toEqual({ result: ['0xnothing', 7] });
      expect(await dapp.request('eth_chainId')).toEqual({ result: '0x1' });
    });

    test('rejects with an error that wraps the telling code, and with no error at all', async ({ page, serve, control }) => {
      const dapp = await openDapp(page, { serve }, rdns);
      await control.setFault({ mode: 'answer-error', error: wrappedError(4902, 'Unrecognized chain.') });
      expect(await dapp.request('wallet_switchEthereumChain', [{ chainId: '0x89' }])).toEqual({
        error: {
          code: -32603,
          message: 'Internal JSON-RPC error.',
          data: { originalError: { code: 4902, message: 'Unrecognized chain.' } },
          isError: false,
        },
      });
      await control.setFault({ mode: 'answer-error', error: 'no' });
      expect(await dapp.request('eth_requestAccounts')).toEqual({ error: { isError: false } });
    });

    test('answers twice and tells everything twice', async ({ page, serve, wallet, control }) => {
      const dapp = await connectDapp(page, { serve, wallet }, rdns);
      await control.autoApprove(true);
      await control.setFault({ mode: 'answer-twice' });
      // The page knows of the fault when an answer comes over the same line after it.
      await dapp.result('eth_accounts');
      const answers = await page.evaluate(
        ([wanted, params]) =>
          new Promise<unknown>((resolve) => {
            // The bare page defines it.
            const { bare } = globalThis as typeof globalThis & {
              readonly bare: {
                readonly wallets: readonly {
                  readonly info: { readonly rdns: string };
                  readonly provider: { request(request: object): PromiseLike<string> };
                }[];
              };
            };
            const provider = bare.wallets.find(({ info }) => info.rdns === wanted)?.provider;
            const seen: string[] = [];
            void provider?.request({ method: 'personal_sign', params }).then((signature) => {
              seen.push(signature);
              if (seen.length === 2) resolve(seen);
            });
          }),
        [rdns, MESSAGE] as const,
      );
      expect(answers).toEqual([expect.stringMatching(/^0x[0-9a-f]{130}$/), expect.stringMatching(/^0x[0-9a-f]{130}$/)]);
      await control.selectAccount(1);
      await dapp.event('accountsChanged', 2);
      expect((await dapp.events('accountsChanged')).slice(1)).toHaveLength(2);
    });
  });
}
