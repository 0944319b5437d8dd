import { verifyTypedData } from 'viem';
import { evmFacts } from './support/chains-facts.js';
import { type Approve, type ChainFlow, disconnect, send, sign } from './support/chains-flow.js';
import { evmTokens } from './support/chains-tokens.js';
import { connectByCode } from './support/connect-by-code.js';
import { test as extensionTest } from './support/extension-fixtures.js';
import { expect, test } from './support/fixtures.js';
import { connect, expectForgotten, fact } from './support/flows.js';

const TRANSFER = {
  /** An account that no one owns. */
  recipient: '0x00000000000000000000000000000000000000ab',
  amount: '0.25',
  value: 250_000_000_000_000_000n,
};

type Requests = readonly { readonly method: string; readonly params: unknown }[];

/** Signs the page's typed data. viem verifies the signature over the data that the wallet received. */
const signTypedData = async (address: string, { dapp, approve }: ChainFlow, requests: () => Promise<Requests>): Promise<void> => {
  await approve(() => dapp.page.getByTestId('demo-sign-typed-data').click());
  const signature = (await fact(dapp, 'typed-signature').innerText()) as `0x${string}`;
  const signedParams = (await requests()).findLast(({ method }) => method === 'eth_signTypedData_v4')?.params;
  const [signer, json] = signedParams as readonly [`0x${string}`, string];
  expect(signer.toLowerCase()).toBe(address.toLowerCase());
  expect(await verifyTypedData({ ...JSON.parse(json), address: signer, signature })).toBe(true);
};

/** Signs a message and typed data, reloads, and sends the native currency and two tokens. */
const signReloadAndSend = async (address: string, flow: ChainFlow, requests: () => Promise<Requests>): Promise<void> => {
  const { dapp } = flow;
  await expect(fact(dapp, 'token-SBD')).toHaveText('1,000');
  await sign(address, flow);
  await signTypedData(address, flow, requests);
  await dapp.page.reload();
  await expect(fact(dapp, 'address')).toHaveText(address);
  await send(address, flow);
};

extensionTest.describe('user with ether in an extension', { tag: '@chains' }, () => {
  extensionTest(
    'connects, signs, reloads, sends currency and tokens, and disconnects',
    async ({ dapp, wallet, control, chains, sandbox }) => {
      await dapp.open();
      const address = await connect(dapp, wallet, 'Sandbox Wallet Extension');
      expect((await control.state()).selected).toBe(address);
      const approve: Approve = (step) => wallet.approve(step);
      const tokens = evmTokens(sandbox, chains);
      const flow = { dapp, approve, tokens, ...TRANSFER, ...evmFacts(chains.of('eip155:1')) };
      await signReloadAndSend(address, flow, () => control.requests());
      await disconnect(dapp, () => expectForgotten(control));
    },
  );
});

test.describe('user with ether on a phone', { tag: '@chains' }, () => {
  test('connects by QR code, signs, reloads, sends currency and tokens, and disconnects', async ({
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
    const tokens = evmTokens(sandbox, chains);
    const flow = { dapp, approve, tokens, ...TRANSFER, ...evmFacts(chains.of('eip155:1')) };
    await signReloadAndSend(address, flow, () => phoneControl.requests());
    await disconnect(dapp, () => expect.poll(async () => (await phoneControl.state()).sessions).toEqual([]));
  });
});
