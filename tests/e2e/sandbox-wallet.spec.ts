import { startChain } from '@latchkey/sandbox';
import { numberToHex, parseEther, recoverMessageAddress, stringToHex, verifyTypedData } from 'viem';
import { ask, connectDapp, openDapp } from './sandbox/connected-dapp.js';
import { ALICE, BOB, WALLET_HOSTS } from './sandbox/hosts.js';
import { BareDapp } from './support/bare-page.js';
import { expect } from './support/fixtures.js';

/** It has no fallback, so that a call of an unknown function reverts. */
const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11';

const TYPED_DATA = {
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'chainId', type: 'uint256' },
    ],
    Mail: [
      { name: 'to', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ],
  },
  primaryType: 'Mail',
  domain: { name: 'Post office', chainId: 1 },
  message: { to: BOB, amount: '90071992547409931' },
} as const;

for (const { name, test, rdns } of WALLET_HOSTS) {
  test.describe(name, { tag: ['@sandbox', '@connect'] }, () => {
    test('announces itself, and connects only after yes in its own window', async ({ page, serve, wallet, sandbox }) => {
      const dapp = await openDapp(page, { serve }, rdns);
      expect(await dapp.result('eth_accounts')).toEqual([]);
      expect(await dapp.result('wallet_getPermissions')).toEqual([]);

      const { text, outcome } = await ask(dapp, { wallet }, 'eth_requestAccounts');

      expect(text).toContain(new URL(page.url()).origin);
      expect(await outcome).toEqual({ result: [ALICE] });
      expect(await dapp.event('accountsChanged')).toEqual([ALICE]);
      expect(await dapp.result('eth_accounts')).toEqual([ALICE]);
      expect(await dapp.result('wallet_getPermissions')).toMatchObject([
        { parentCapability: 'eth_accounts', invoker: new URL(page.url()).origin, caveats: [{ value: [ALICE] }] },
      ]);
      // The second time it needs no window.
      expect(await dapp.result('eth_requestAccounts')).toEqual([ALICE]);
      expect(sandbox.urls.rpc).toHaveProperty('eip155:1');
    });

    test('shares exactly the accounts that are ticked, the chosen one first', async ({ page, serve, wallet, control }) => {
      const dapp = await openDapp(page, { serve }, rdns);
      await control.selectAccount(1);
      const opening = wallet.nextQuestion();
      const outcome = dapp.request('wallet_requestPermissions', [{ eth_accounts: {} }]);
      const question = await opening;
      await question.share(0, true);
      await question.approve();
      expect(await outcome).toMatchObject({ result: [{ parentCapability: 'eth_accounts' }] });
      expect(await dapp.result('eth_accounts')).toEqual([BOB, ALICE]);
    });

    test('says 4001 to a no and to a closed window, and nothing is shared', async ({ page, serve, wallet }) => {
      const dapp = await openDapp(page, { serve }, rdns);
      for (const answer of ['reject', 'dismiss'] as const) {
        const { outcome } = await ask(dapp, { wallet }, 'eth_requestAccounts', undefined, answer);
        expect(await outcome).toMatchObject({ error: { code: 4001, isError: true } });
      }
      expect(await dapp.result('eth_accounts')).toEqual([]);
    });

    test('refuses a second question for accounts while one is open, and answers the first', async ({ page, serve, wallet }) => {
      const dapp = await openDapp(page, { serve }, rdns);
      const opening = wallet.nextQuestion();
      const first = dapp.request('eth_requestAccounts');
      const question = await opening;
      expect(await dapp.request('eth_requestAccounts')).toMatchObject({ error: { code: -32002 } });
      await question.approve();
      expect(await first).toEqual({ result: [ALICE] });
    });

    test('signs a message that recovers to the account', async ({ page, serve, wallet }) => {
      const dapp = await connectDapp(page, { serve, wallet }, rdns);
      const { text, outcome } = await ask(dapp, { wallet }, 'personal_sign', [stringToHex('Good morning, \u202Eenod'), ALICE]);
      expect(text).toContain('Good morning, \\u{202e}enod');
      const signature = (await outcome) as { readonly result: `0x${string}` };
      expect(await recoverMessageAddress({ message: 'Good morning, \u202Eenod', signature: signature.result })).toBe(ALICE);
    });

    test('signs typed data that verifies, and refuses data for another chain or of no sense', async ({ page, serve, wallet }) => {
      const dapp = await connectDapp(page, { serve, wallet }, rdns);
      const { text, outcome } = await ask(dapp, { wallet }, 'eth_signTypedData_v4', [ALICE, JSON.stringify(TYPED_DATA)]);
      expect(text).toContain('90071992547409931');
      const { result: signature } = (await outcome) as { readonly result: `0x${string}` };
      const { Mail } = TYPED_DATA.types;
      const message = { to: BOB, amount: 90071992547409931n } as const;
      const domain = { name: 'Post office', chainId: 1n };
      const signed = { types: { Mail }, primaryType: 'Mail', domain, message } as const;
      expect(await verifyTypedData({ ...signed, address: ALICE, signature })).toBe(true);

      const elsewhere = { ...TYPED_DATA, domain: { ...TYPED_DATA.domain, chainId: 137 } };
      const senseless = { ...TYPED_DATA, message: { to: 'nobody', amount: 'much' } };
      for (const data of [elsewhere, senseless, 'no json', 7]) {
        expect(await dapp.request('eth_signTypedData_v4', [ALICE, data])).toMatchObject({ error: { code: -32602 } });
      }
    });

    test('sends a transaction that the chain mines', async ({ page, serve, wallet, chains }) => {
      const dapp = await connectDapp(page, { serve, wallet }, rdns);
      const chain = chains.of('eip155:1');
      const before = await chain.getBalance({ address: BOB });
      const { text, outcome } = await ask(dapp, { wallet }, 'eth_sendTransaction', [
        { from: ALICE, to: BOB, value: numberToHex(parseEther('1.5')) },
      ]);
      expect(text).toContain('1.5 ETH');
      const { result: hash } = (await outcome) as { readonly result: string };
      const receipt = await chains.receipt('eip155:1', hash);
      expect(receipt).toMatchObject({ status: 'success', from: ALICE.toLowerCase(), to: BOB.toLowerCase(), gasUsed: 21_000n });
      expect((await chain.getBalance({ address: BOB })) - before).toBe(parseEther('1.5'));
    });

    test('warns of a transaction that will fail, and hands on what the node says', async ({ page, serve, wallet, chains }) => {
      const dapp = await connectDapp(page, { serve, wallet }, rdns);
      const { text, outcome } = await ask(dapp, { wallet }, 'eth_sendTransaction', [
        { from: ALICE, to: BOB, value: numberToHex(parseEther('99999')) },
      ]);
      expect(text).toContain('expects this transaction to fail');
      expect(await outcome).toMatchObject({ error: { code: -32003, isError: true } });

      const call = await ask(dapp, { wallet }, 'eth_sendTransaction', [{ from: ALICE, to: MULTICALL3, data: '0xdeadbeef' }]);
      expect(call.text).toContain('expects this transaction to fail');
      const { result: hash } = (await call.outcome) as { readonly result: string };
      expect((await chains.receipt('eip155:1', hash)).status).toBe('reverted');
    });

    test('changes its network after yes, knows three, and says 4902 to others', async ({ page, serve, wallet }) => {
      const dapp = await connectDapp(page, { serve, wallet }, rdns);
      expect(await dapp.result('eth_chainId')).toBe('0x1');
      const { outcome } = await ask(dapp, { wallet }, 'wallet_switchEthereumChain', [{ chainId: '0x89' }]);
      expect(await outcome).toEqual({ result: null });
      expect(await dapp.event('chainChanged')).toBe('0x89');
      expect(await dapp.result('eth_chainId')).toBe('0x89');
      expect(await dapp.result('net_version')).toBe('137');
      const refusal = await ask(dapp, { wallet }, 'wallet_switchEthereumChain', [{ chainId: '0x64' }], 'reject');
      expect(await refusal.outcome).toMatchObject({ error: { code: 4001 } });
      expect(await dapp.request('wallet_switchEthereumChain', [{ chainId: '0xa' }])).toMatchObject({ error: { code: 4902 } });
      expect(await dapp.result('eth_chainId')).toBe('0x89');
    });

    test('adds a network whose node is really on it, and uses it', async ({ page, serve, wallet }) => {
      const added = await startChain({ chainId: 10 });
      try {
        const dapp = await connectDapp(page, { serve, wallet }, rdns);
        const offer = {
          chainId: '0xa',
          chainName: 'Tenth chain',
          nativeCurrency: { name: 'Ten', symbol: 'TEN', decimals: 18 },
          rpcUrls: ['https://rpc.example', added.rpcUrl],
        };
        for (const broken of [
          { ...offer, chainId: '0xb' },
          { ...offer, rpcUrls: [] },
          { ...offer, nativeCurrency: null },
        ]) {
          expect(await dapp.request('wallet_addEthereumChain', [broken])).toMatchObject({ error: { code: -32602 } });
        }
        const { text, outcome } = await ask(dapp, { wallet }, 'wallet_addEthereumChain', [offer]);
        expect(text).toContain(added.rpcUrl);
        expect(await outcome).toEqual({ result: null });
        expect(await dapp.result('eth_chainId')).toBe('0xa');
        expect(await dapp.result('eth_getBalance', [ALICE, 'latest'])).toBe(numberToHex(parseEther('10000')));
      } finally {
        await added.stop();
      }
    });

    test('shares nothing while it is locked, and everything again after', async ({ page, serve, wallet }) => {
      const dapp = await connectDapp(page, { serve, wallet }, rdns);
      const home = await wallet.home();
      await home.lock();
      expect(await dapp.event('accountsChanged', 1)).toEqual([]);
      expect(await dapp.result('eth_accounts')).toEqual([]);
      expect(await dapp.request('personal_sign', ['0x00', ALICE])).toMatchObject({ error: { code: 4100 } });
      await home.unlock();
      expect(await dapp.event('accountsChanged', 2)).toEqual([ALICE]);
      expect(await dapp.result('eth_accounts')).toEqual([ALICE]);
    });

    test('asks a connected site’s person to unlock, once', async ({ page, serve, wallet, control }) => {
      const dapp = await connectDapp(page, { serve, wallet }, rdns);
      await control.lock();
      await dapp.event('accountsChanged', 1);
      const opening = wallet.nextQuestion();
      const outcome = dapp.request('eth_requestAccounts');
      await (await opening).unlock();
      expect(await outcome).toEqual({ result: [ALICE] });
    });

    test('forgets a site that gives its permission back, or that the person disconnects', async ({ page, serve, wallet }) => {
      const dapp = await connectDapp(page, { serve, wallet }, rdns);
      expect(await dapp.result('wallet_revokePermissions', [{ eth_accounts: {} }])).toBeNull();
      expect(await dapp.event('accountsChanged', 1)).toEqual([]);
      expect(await dapp.request('personal_sign', ['0x00', ALICE])).toMatchObject({ error: { code: 4100 } });

      await (await ask(dapp, { wallet }, 'eth_requestAccounts')).outcome;
      await (await wallet.home()).disconnect(new URL(page.url()).origin);
      expect(await dapp.event('accountsChanged', 3)).toEqual([]);
      expect(await dapp.result('wallet_getPermissions')).toEqual([]);
    });

    test('shows the same wallet to two tabs, and another site nothing', async ({ page, serve, wallet, context }) => {
      const dapp = await connectDapp(page, { serve, wallet }, rdns);
      const second = new BareDapp(await context.newPage(), rdns);
      await second.open(page.url());
      const stranger = await openDapp(await context.newPage(), { serve }, rdns);
      expect(await second.result('eth_accounts')).toEqual([ALICE]);
      expect(await stranger.result('eth_accounts')).toEqual([]);
      const home = await wallet.home();
      await home.selectAccount(1);
      await home.switchChain(137);
      for (const tab of [dapp, second]) {
        expect(await tab.event('chainChanged')).toBe('0x89');
        expect(await tab.result('eth_accounts')).toEqual([BOB, ALICE]);
      }
      expect(await stranger.events('accountsChanged')).toEqual([]);
    });

    test('refuses what it does not support, and what is no request', async ({ page, serve, wallet }) => {
      const dapp = await connectDapp(page, { serve, wallet }, rdns);
      for (const method of ['eth_sign', 'eth_signTransaction', 'eth_signTypedData_v3', 'anvil_setBalance', 'wallet_unheardOf']) {
        expect(await dapp.request(method, [])).toMatchObject({ error: { code: 4200 } });
      }
      expect(await dapp.request('')).toMatchObject({ error: { code: -32600 } });
      expect(await dapp.request('personal_sign', ['0x00', BOB])).toMatchObject({ error: { code: 4100 } });
      expect(await dapp.request('eth_sendTransaction', [{ from: BOB, to: ALICE }])).toMatchObject({ error: { code: 4100 } });
      expect(await dapp.request('eth_sendTransaction', [{ from: ALICE, to: 'nobody' }])).toMatchObject({ error: { code: -32602 } });
      expect(await dapp.request('eth_sendTransaction', [{ from: ALICE, to: BOB, chainId: '0x89' }])).toMatchObject({
        error: { code: -32602 },
      });
    });

    test('passes reads to the node, its errors too, and tells of new blocks', async ({ page, serve, chains }) => {
      const dapp = await openDapp(page, { serve }, rdns);
      const chain = chains.of('eip155:1');
      expect(await dapp.result('eth_blockNumber')).toBe(numberToHex(await chain.getBlockNumber()));
      expect(await dapp.request('eth_getBlockByNumber', ['nonsense', false])).toMatchObject({ error: { code: -32602 } });
      const subscription = await dapp.result('eth_subscribe', ['newHeads']);
      await chain.mine({ blocks: 1 });
      const number = numberToHex(await chain.getBlockNumber({ cacheTime: 0 }));
      expect(await dapp.event('message')).toMatchObject({ type: 'eth_subscription', data: { subscription, result: { number } } });
      expect(await dapp.result('eth_unsubscribe', [subscription])).toBe(true);
    });

    test('drops its line, comes back, and is still connected', async ({ page, serve, wallet, control }) => {
      const dapp = await connectDapp(page, { serve, wallet }, rdns);
      await control.setFault({ mode: 'never-answer' });
      const unanswered = dapp.request('personal_sign', ['0x00', ALICE]);
      await expect.poll(async () => (await control.requests()).at(-1)?.method).toBe('personal_sign');
      const connects = (await dapp.events('connect')).length;
      await control.dropPages();
      expect(await unanswered).toMatchObject({ error: { code: 4900 } });
      expect(await dapp.event('disconnect')).toEqual({ code: 4900 });
      expect(await dapp.event('connect', connects)).toEqual({ chainId: '0x1' });
      expect(await dapp.result('eth_accounts')).toEqual([ALICE]);
      await control.switchChain(137);
      expect(await dapp.event('chainChanged')).toBe('0x89');
    });
  });
}
