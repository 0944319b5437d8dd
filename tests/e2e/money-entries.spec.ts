import { formatEther, getAddress } from 'viem';
import { expect, test } from './support/fixtures.js';
import { chooseToken, connect, outcomesOf } from './support/flows.js';

const CHAIN = 'eip155:1';
/** An account that no one owns. */
const RECIPIENT = '0x52908400098527886E0F7030069857D2E4169EE7';

test('user is told of each entry that cannot be sent, before the wallet is asked', { tag: '@money' }, async ({
  dapp,
  wallet,
  control,
  chains,
  sandbox,
}) => {
  await dapp.open();
  const address = await connect(dapp, wallet);
  const node = chains.of(CHAIN);
  const facts = () => Promise.all([node.getBalance({ address }), node.getTransactionCount({ address, blockTag: 'pending' })]);
  const [held, nonce] = await facts();
  const token = sandbox.tokens.find(({ asset }) => asset.startsWith(CHAIN));
  if (token === undefined) throw new Error('The sandbox has no token on Ethereum.');
  const tokenAddress = getAddress(token.asset.slice(token.asset.lastIndexOf(':') + 1));
  const { dialog } = dapp;
  await dapp.page.locator('#account').click();
  await dialog.getByTestId('lk-send').click();
  await dialog.getByTestId('lk-send-token').click();
  await chooseToken(dialog, 'ETH');
  const next = dialog.getByTestId('lk-preview-send');

  await test.step('amounts', async () => {
    await expect(next).toHaveText('Add Amount', { timeout: 20_000 });
    await dialog.getByTestId('lk-send-to').fill(RECIPIENT);
    for (const { amount, button } of [
      { amount: '0', button: 'Incorrect Value' },
      { amount: '.', button: 'Incorrect Value' },
      { amount: '0.0000000000000000001', button: 'Incorrect Value' },
      { amount: '1000000', button: 'Insufficient Funds' },
    ]) {
      await dialog.getByTestId('lk-send-amount').fill(amount);
      await expect(next, amount).toHaveText(button);
    }
    // Nothing would be left for the fee.
    await dialog.getByTestId('lk-send-amount').fill(formatEther(held));
    await expect(next).toHaveText('Insufficient Gas Funds', { timeout: 20_000 });
    await dialog.getByTestId('lk-send-amount').fill('0.1');
  });

  await test.step('recipients', async () => {
    const note = dialog.getByTestId('lk-send-note');
    for (const { recipient, text } of [
      { recipient: 'somewhere', text: 'This is not a valid address on Ethereum.' },
      { recipient: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080', text: /is a Bitcoin address: enter an EVM address/ },
      { recipient: RECIPIENT.replace('E', 'e'), text: /has a typo/ },
      { recipient: RECIPIENT.slice(2), text: 'This is not a valid address on Ethereum.' },
    ]) {
      await dialog.getByTestId('lk-send-to').fill(recipient);
      await expect(note, recipient).toHaveText(text);
      await expect(next).toHaveText('Invalid Address');
      await expect(next).toHaveAttribute('aria-disabled', 'true');
    }
    // These can be sent to, with a warning.
    for (const { recipient, text } of [
      { recipient: address, text: 'This is the account that you send from.' },
      { recipient: tokenAddress, text: 'This is a contract: make sure that it can use ETH.' },
    ]) {
      await dialog.getByTestId('lk-send-to').fill(recipient);
      await expect(note, recipient).toHaveText(text);
      await expect(next).toHaveText('Preview Send');
    }
  });

  await test.step('a token to its own contract', async () => {
    await dialog.getByTestId('lk-send-token').click();
    await chooseToken(dialog, token.symbol ?? '');
    await expect(dialog.getByTestId('lk-send-note')).toContainText('what is sent to it is lost');
    await expect(next).toHaveAttribute('aria-disabled', 'true');
  });

  expect(await outcomesOf(control, 'eth_sendTransaction')).toEqual([]);
  expect(await facts()).toEqual([held, nonce]);
});
