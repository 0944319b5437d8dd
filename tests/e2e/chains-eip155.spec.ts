import { verifyTypedData } from 'viem';
import { evmFacts } from './support/chains-facts.js';
import { type Approve, connectExtension, signSendAndLeave } from './support/chains-flow.js';
import { evmTokens } from './support/chains-tokens.js';
import { connectByCode } from './support/connect-by-code.js';
import type { DappPage } from './support/dapp-page.js';
import { test as extensionTest } from './support/extension-fixtures.js';
import { expect, test } from './support/fixtures.js';
import { connect, expectForgotten, fact } from './support/flows.js';

/** An account of nobody's. */
const RECIPIENT = '0x00000000000000000000000000000000000000ab';

const TRANSFER = { recipient: RECIPIENT, amount: '0.25', value: 250_000_000_000_000_000n };

/** What the wallet was asked to sign, the newest of a method. */
const lastAsked = (requests: readonly { readonly method: string; readonly params: unknown }[], method: string): unknown =>
  requests.findLast((request) => request.method === method)?.params;

/** Signs the page's letter and holds the signature against the account, by viem. */
const signTypedData = async (dapp: DappPage, approve: Approve, address: string, params: () => Promise<unknown>): Promise<void> => {
  await approve(() => dapp.page.getByTestId('demo-sign-typed-data').click());
  const signature = (await fact(dapp, 'typed-signature').innerText()) as `0x${string}`;
  const [signer, json] = (await params()) as readonly [`0x${string}`, string];
  expect(signer.toLowerCase()).toBe(address.toLowerCase());
  expect(await verifyTypedData({ ...JSON.parse(json), address: signer, signature })).toBe(true);
};

extensionTest.describe('a visitor with ether', { tag: '@chains' }, () => {
  extensionTest(
    'connects an extension, signs, sends a coin and tokens, reloads and disconnects',
    async ({ dapp, wallet, control, chains, sandbox }) => {
      const approve: Approve = (step) => wallet.approve(step);
      const address = await connectExtension(dapp, approve);
      expect((await control.state()).selected).toBe(address);
      await expect(fact(dapp, 'token-SBD')).toHaveText('1,000.000');
      await signTypedData(dapp, approve, address, async () => lastAsked(await control.requests(), 'eth_signTypedData_v4'));
      const tokens = evmTokens(sandbox, chains);
      const knows = (): Promise<void> => expectForgotten(control);
      await signSendAndLeave(address, { dapp, approve, ...TRANSFER, ...evmFacts(chains.of('eip155:1')), tokens, knows });
      expect((await control.state()).sites).toEqual([]);
    },
  );
});

test.describe('a visitor with ether on a phone', { tag: '@chains' }, () => {
  test('connects by code, signs, sends a coin and tokens, reloads and disconnects', async ({
    dapp,
    openPhone,
    phoneControl,
    chains,
    sandbox,
  }) => {
    await dapp.open();
    const phone = await openPhone();
    const address = await connectByCode(dapp, phone);
    const approve: Approve = async (step) => {
      await step();
      await phone.approve();
    };
    await signTypedData(dapp, approve, address, async () => lastAsked(await phoneControl.requests(), 'eth_signTypedData_v4'));
    const tokens = evmTokens(sandbox, chains);
    const knows = (): Promise<void> => expect.poll(async () => (await phoneControl.state()).sessions).toEqual([]);
    await signSendAndLeave(address, { dapp, approve, ...TRANSFER, ...evmFacts(chains.of('eip155:1')), tokens, knows });
  });
});

test.describe('a visitor whose account has a name', { tag: '@chains' }, () => {
  test('sees it on the button and in the account view', async ({ dapp, wallet, control }) => {
    await control.selectAccount(2);
    await dapp.open();
    await connect(dapp, wallet);
    await expect(dapp.page.locator('#account')).toContainText('carol.eth');
    await dapp.page.locator('#account').click();
    await expect(dapp.dialog).toContainText('carol.eth');
    await dapp.page.keyboard.press('Escape');
    await control.selectAccount(0);
    await expect(dapp.page.locator('#account')).not.toContainText('carol.eth');
  });
});
