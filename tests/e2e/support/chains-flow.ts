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
  /** Reads an account's balance of the token from the chain, in base units. */
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
  /** Reads an account's balance of the coin from the chain, in base units. */
  balanceOf(address: string): Promise<bigint>;
  /** What the recipient gets, in base units. */
  readonly value: bigint;
  /** What is sent after the coin; nothing by default. */
  readonly tokens?: readonly TokenTransfer[];
}

/** Signs a text by the page's own button; a library that is not ours verifies the signature. */
export const sign = async (address: string, { dapp, approve, isSignedBy }: Pick<ChainFlow, 'dapp' | 'approve' | 'isSignedBy'>) => {
  await dapp.page.getByTestId('demo-message').fill('hello');
  await approve(() => dapp.page.getByTestId('demo-sign-message').click());
  const signature = await fact(dapp, 'message-signature').innerText();
  expect(await isSignedBy(address, 'hello', signature)).toBe(true);
  expect(await isSignedBy(address, 'hullo', signature)).toBe(false);
};

/** Sends by the page's own button; ends with the recipient's balance on the chain. */
const transfer = async (flow: ChainFlow, amount: string, value: bigint, balanceOf: ChainFlow['balanceOf']): Promise<void> => {
  const { dapp, approve, recipient } = flow;
  const before = await balanceOf(recipient);
  await dapp.page.getByTestId('demo-amount').fill(amount);
  await approve(() => dapp.page.getByTestId('demo-send').click());
  await expect(fact(dapp, 'block')).toHaveText(/\d/, { timeout: 30_000 });
  expect(await balanceOf(recipient)).toBe(before + value);
};

/** Sends the coin, then each token; every balance is read from the chain. */
export const send = async (address: string, flow: ChainFlow): Promise<void> => {
  const { dapp, recipient, amount, value, balanceOf, tokens = [] } = flow;
  await dapp.page.getByTestId('demo-recipient').fill(recipient);
  await transfer(flow, amount, value, balanceOf);
  for (const token of tokens) {
    await dapp.page.getByTestId('demo-asset').selectOption(token.asset);
    const own = await token.balanceOf(address);
    await transfer(flow, token.amount, token.value, token.balanceOf);
    expect(await token.balanceOf(address)).toBe(own - token.value);
  }
};

/**
 * Disconnects by the page's own button; a reload does not connect again.
 * @param forgotten waits until the wallet knows: a page that is closed before tells it nothing
 */
export const disconnect = async (dapp: DappPage, forgotten: () => Promise<void>): Promise<void> => {
  await dapp.page.getByTestId('demo-disconnect').click();
  await expect(fact(dapp, 'status')).toHaveText('disconnected');
  await forgotten();
  await dapp.page.reload();
  await dapp.connectButton.waitFor();
  await expect(fact(dapp, 'status')).toHaveText('disconnected');
};
