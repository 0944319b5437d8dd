import { BITCOIN } from './support/chains-cases.js';
import { test } from './support/chains-extension-fixtures.js';
import { connectExtension, signSendAndLeave } from './support/chains-flow.js';
import { expect } from './support/fixtures.js';
import { expectForgotten } from './support/flows.js';

test.use({ namespaces: ['bip122'] });

test.describe('a visitor with bitcoin', { tag: '@chains' }, () => {
  test('connects an extension, signs, sends, reloads and disconnects', async ({ dapp, wallet, control, world }) => {
    const approve = (step: () => Promise<unknown>): Promise<void> => wallet.approve(step);
    const address = await connectExtension(dapp, approve);
    expect((await control.state()).others.bip122?.[0]).toBe(address);
    const knows = (): Promise<void> => expectForgotten(control);
    await signSendAndLeave(address, { dapp, approve, ...BITCOIN, ...BITCOIN.factsOf(world), knows });
    expect((await control.state()).sites).toEqual([]);
  });
});
