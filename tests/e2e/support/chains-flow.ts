import type { DappPage } from './dapp-page.js';
import { expect } from './fixtures.js';
import { fact } from './flows.js';

/** Runs a step that triggers a request in the wallet, and approves it. */
export type Approve = (step: () => Promise<unknown>) => Promise<void>;

/** A token transfer. */
export interface TokenTransfer {
  /** CAIP-19 id, as in the page's select. */
  readonly asset: string;
  /** Decimal amount, as typed by the user. */
  readonly amount: string;
  /** The amount in base units. */
  readonly value: bigint;
  /** Reads an account's token balance from the chain, in base units. */
  balanceOf(address: string): Promise<bigint>;
}

/** A flow in one namespace. */
export interface ChainFlow {
  readonly dapp: DappPage;
  readonly approve: Approve;
  readonly recipient: string;
  /** Decimal amount, as typed by the user. */
  readonly amount: string;
  /** Verifies a message signature with an independent library. */
  isSignedBy(address: string, message: string, signature: string): boolean | Promise<boolean>;
  /** Reads an account's balance from the chain, in base units. */
  balanceOf(address: string): Promise<bigint>;
  /** The amount in base units. */
  readonly value: bigint;
  /** Token transfers after the first one. Default: none. */
  readonly tokens?: readonly TokenTransfer[];
}

/** Signs a message on the page and verifies the signature with an independent library. */
export const sign = async (address: string, { dapp, approve, isSignedBy }: Pick<ChainFlow, 'dapp' | 'approve' | 'isSignedBy'>) => {
  await dapp.page.getByTestId('demo-message').fill('hello');
  await approve(() => dapp.page.getByTestId('demo-sign-message').click());
  const signature = await fact(dapp, 'message-signature').innerText();
  expect(await isSignedBy(address, 'hello', signature)).toBe(true);
  expect(await isSignedBy(address, 'hullo', signature)).toBe(false);
};

/** Sends on the page and checks the recipient's balance on the chain. */
const transfer = async (flow: ChainFlow, amount: string, value: bigint, balanceOf: ChainFlow['balanceOf']): Promise<void> => {
  const { dapp, approve, recipient } = flow;
  const before = await balanceOf(recipient);
  await dapp.page.getByTestId('demo-amount').fill(amount);
  await approve(() => dapp.page.getByTestId('demo-send').click());
  await expect(fact(dapp, 'block')).toHaveText(/\d/, { timeout: 30_000 });
  expect(await balanceOf(recipient)).toBe(before + value);
};

/** Sends the native currency, then each token, and checks the balances on the chain. */
export const send = async (address: string, flow: ChainFlow): Promise<void> => {
  const { dapp, recipient, amount, value, balanceOf, tokens = [] } = flow;
  await dapp.page.getByTestId('demo-recipient').fill(recipient);
  await transfer(flow, amount, value, balanceOf);
  for (const token of tokens) {
    await dapp.page.getByTestId('demo-asset').selectOption(token.asset);
    const balanceBefore = await token.balanceOf(address);
    await transfer(flow, token.amount, token.value, token.balanceOf);
    expect(await token.balanceOf(address)).toBe(balanceBefore - token.value);
  }
};

/**
 * Disconnects on the page. A reload must not reconnect.
 * @param forgotten waits until the wallet has received the disconnect, which closing the page too early would prevent
 */
export const disconnect = async (dapp: DappPage, forgotten: () => Promise<void>): Promise<void> => {
  await dapp.page.getByTestId('demo-disconnect').click();
  await expect(fact(dapp, 'status')).toHaveText('disconnected');
  await forgotten();
  await dapp.page.reload();
  await dapp.connectButton.waitFor();
  await expect(fact(dapp, 'status')).toHaveText('disconnected');
};
