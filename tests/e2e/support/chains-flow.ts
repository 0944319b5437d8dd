import type { DappPage } from './dapp-page.js';
import { expect } from './fixtures.js';
import { fact } from './flows.js';

/** How a person says yes to what a step makes the wallet ask. */
export type Approve = (step: () => Promise<unknown>) => Promise<void>;

/** A token that is sent besides the coin. */
export interface TokenTransfer {
  /** CAIP-19, as the page's choice has it. */
  readonly asset: string;
  /** In whole tokens, as a person types it. */
  readonly amount: string;
  /** What the recipient gets, in base units. */
  readonly value: bigint;
  /** What somebody has of the token, read from the chain, in base units. */
  balanceOf(address: string): Promise<bigint>;
}

/** What is done in each namespace. */
export interface ChainFlow {
  readonly dapp: DappPage;
  readonly approve: Approve;
  readonly recipient: string;
  /** In whole coins, as a person types it. */
  readonly amount: string;
  /** Whether a signature over a text is the account's, by a library that is not ours. */
  isSignedBy(address: string, message: string, signature: string): boolean | Promise<boolean>;
  /** What the recipient has, read from the chain, in base units. */
  balanceOf(address: string): Promise<bigint>;
  /** What the recipient gets, in base units. */
  readonly value: bigint;
  /** What is sent after the coin; nothing by default. */
  readonly tokens?: readonly TokenTransfer[];
  /** Waits until the wallet knows that the page has left: a page that is closed before tells it nothing. */
  readonly knows?: () => Promise<void>;
}

/** Connects the wallet of an extension by its row. */
export const connectExtension = async (dapp: DappPage, approve: Approve): Promise<string> => {
  await dapp.open();
  await dapp.openDialog();
  await approve(() => dapp.dialog.getByRole('button', { name: 'Sandbox Wallet Extension' }).click());
  await expect(fact(dapp, 'status')).toHaveText('connected');
  return fact(dapp, 'address').innerText();
};

/** Sends by the page's own button; ends with what the recipient has then. */
const send = async (flow: ChainFlow, amount: string, value: bigint, balanceOf: ChainFlow['balanceOf']): Promise<void> => {
  const { dapp, approve, recipient } = flow;
  const before = await balanceOf(recipient);
  await dapp.page.getByTestId('demo-amount').fill(amount);
  await approve(() => dapp.page.getByTestId('demo-send').click());
  await expect(fact(dapp, 'block')).toHaveText(/\d/, { timeout: 30_000 });
  expect(await balanceOf(recipient)).toBe(before + value);
};

/** Signs and sends by the page's own buttons, reloads in between, disconnects; each step is held against a fact. */
export const signSendAndLeave = async (address: string, flow: ChainFlow): Promise<void> => {
  const { dapp, approve, recipient, amount, value } = flow;
  await dapp.page.getByTestId('demo-message').fill('hello');
  await approve(() => dapp.page.getByTestId('demo-sign-message').click());
  const signature = await fact(dapp, 'message-signature').innerText();
  expect(await flow.isSignedBy(address, 'hello', signature)).toBe(true);
  expect(await flow.isSignedBy(address, 'hullo', signature)).toBe(false);

  await dapp.page.reload();
  await expect(fact(dapp, 'address')).toHaveText(address);

  await dapp.page.getByTestId('demo-recipient').fill(recipient);
  await send(flow, amount, value, flow.balanceOf);
  for (const token of flow.tokens ?? []) {
    await dapp.page.getByTestId('demo-asset').selectOption(token.asset);
    const own = await token.balanceOf(address);
    await send(flow, token.amount, token.value, token.balanceOf);
    expect(await token.balanceOf(address)).toBe(own - token.value);
  }

  await dapp.page.getByTestId('demo-disconnect').click();
  await expect(fact(dapp, 'status')).toHaveText('disconnected');
  await flow.knows?.();
  await dapp.page.reload();
  await dapp.connectButton.waitFor();
  await expect(fact(dapp, 'status')).toHaveText('disconnected');
};
