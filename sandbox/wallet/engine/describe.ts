import { type Address, formatUnits, type Hex, hexToBytes, size } from 'viem';
import { NAMESPACE_NAMES, type OtherNamespace } from './keys/namespace.js';
import { type AccountChoice, code, mono, type Prompt, type PromptFact, text, warning } from './prompt.js';
import { isObject, type JsonObject } from './read-params.js';
import { currentChain, type WalletChain, type WalletState } from './wallet-state.js';

/** Control, format and direction characters, which could disguise a text. Line breaks and tabs are allowed. */
const DECEPTIVE = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Escapes deceptive characters as `\u{…}`. */
export const visible = (value: string): string =>
  value.replace(DECEPTIVE, (character) => `\\u{${character.codePointAt(0)?.toString(16).padStart(4, '0')}}`);

const coin = (wei: bigint, { currency }: WalletChain): string => `${formatUnits(wei, currency.decimals)} ${currency.symbol}`;

const network = (state: WalletState): PromptFact => text('Network', currentChain(state).name);

/** Prompt of `eth_requestAccounts` and `wallet_requestPermissions`. */
export const describeConnect = (): Prompt => ({
  kind: 'connect',
  title: 'Connect this site',
  approveLabel: 'Connect',
  facts: [
    text('Permissions', 'View the addresses of the selected accounts and request signatures. It cannot move funds without your approval.'),
  ],
});

/** Network fact of a namespace other than eip155. */
export const namespaceNetwork = (namespace: OtherNamespace, chainId: string): PromptFact =>
  text('Network', `${NAMESPACE_NAMES[namespace]} (${chainId})`);

/** Prompt for the accounts of a namespace other than eip155. */
export const describeNamespaceConnect = (namespace: OtherNamespace, chainId: string, choices: readonly AccountChoice[]): Prompt => ({
  ...describeConnect(),
  facts: [namespaceNetwork(namespace, chainId), ...describeConnect().facts],
  choices,
});

/** Prompt for unlocking the wallet, for a connected site. */
export const describeUnlock = (): Prompt => ({
  kind: 'unlock',
  title: 'Unlock the wallet',
  approveLabel: 'Unlock',
  facts: [text('Reason', 'A connected site requests your accounts.')],
});

/** Facts of a message: its text, or its bytes if it is not UTF-8. @param hex the encoded bytes */
const messageFacts = (message: Uint8Array, hex: string): readonly PromptFact[] => {
  try {
    const decoded = new TextDecoder('utf-8', { fatal: true }).decode(message);
    const escaped = visible(decoded);
    return [
      code('Message', escaped),
      ...(escaped === decoded ? [] : [warning('The message contains invisible characters, which are shown escaped.')]),
    ];
  } catch {
    return [code('Bytes', hex)];
  }
};

const messagePrompt = (address: string, facts: readonly PromptFact[]): Prompt => ({
  kind: 'sign-message',
  title: 'Sign a message',
  approveLabel: 'Sign',
  facts: [mono('Account', address), ...facts],
});

/** Prompt of `personal_sign`. @see https://eips.ethereum.org/EIPS/eip-191 */
export const describeMessage = (state: WalletState, address: Address, message: Hex): Prompt =>
  messagePrompt(address, [network(state), ...messageFacts(hexToBytes(message), message)]);

/** Prompt for a message of a namespace other than eip155. @param encoded the encoded bytes */
export const describeNamespaceMessage = (
  chain: PromptFact,
  address: string,
  message: Uint8Array,
  encoded: string,
  ...more: readonly PromptFact[]
): Prompt => messagePrompt(address, [chain, ...more, ...messageFacts(message, encoded)]);

/** Signing a permit allows someone else to spend tokens. @see https://eips.ethereum.org/EIPS/eip-2612 */
const SPENDING = /permit/i;

/** Prompt of `eth_signTypedData_v4`. @see https://eips.ethereum.org/EIPS/eip-712 */
export const describeTypedData = (state: WalletState, address: Address, data: JsonObject): Prompt => {
  const domain = isObject(data['domain']) ? data['domain'] : {};
  const primaryType = String(data['primaryType']);
  return {
    kind: 'sign-typed-data',
    title: 'Sign typed data',
    approveLabel: 'Sign',
    facts: [
      mono('Account', address),
      network(state),
      text('App', visible(String(domain['name'] ?? 'Unnamed app'))),
      ...(typeof domain['verifyingContract'] === 'string' ? [mono('Contract', visible(domain['verifyingContract']))] : []),
      text('Type', visible(primaryType)),
      code('Content', visible(JSON.stringify(data['message'], null, 2))),
      ...(SPENDING.test(primaryType) ? [warning('This signature may allow someone else to spend your tokens.')] : []),
    ],
  };
};

/** A transaction with gas and fees. Amounts in wei. */
export interface PricedTransaction {
  readonly from: Address;
  readonly to: Address | null;
  readonly value: bigint;
  readonly data: Hex;
  readonly gas: bigint;
  readonly maxFeePerGas: bigint;
}

/** Prompt of `eth_sendTransaction`. @param failure the expected error, if any */
export const describeTransaction = (state: WalletState, transaction: PricedTransaction, failure: string | null): Prompt => {
  const chain = currentChain(state);
  const { from, to, value, data, gas, maxFeePerGas } = transaction;
  const fee = gas * maxFeePerGas;
  return {
    kind: 'send-transaction',
    title: to === null ? 'Deploy a contract' : 'Send a transaction',
    approveLabel: 'Send',
    facts: [
      network(state),
      mono('From', from),
      ...(to === null ? [] : [mono('To', to)]),
      text('Amount', coin(value, chain)),
      text('Maximum fee', coin(fee, chain)),
      text('Maximum total', coin(value + fee, chain)),
      ...(size(data) === 0 ? [] : [code(`Data, ${size(data)} bytes`, data)]),
      ...(failure === null ? [] : [warning(`This transaction is likely to fail: ${visible(failure)}`)]),
    ],
  };
};

/** Prompt of `wallet_switchEthereumChain`. @see https://eips.ethereum.org/EIPS/eip-3326 */
export const describeSwitch = (state: WalletState, chain: WalletChain): Prompt => ({
  kind: 'switch-chain',
  title: 'Switch network',
  approveLabel: 'Switch network',
  facts: [text('From', currentChain(state).name), text('To', visible(chain.name))],
});

/** Prompt of `wallet_addEthereumChain`. @see https://eips.ethereum.org/EIPS/eip-3085 */
export const describeAdd = (chain: WalletChain): Prompt => ({
  kind: 'add-chain',
  title: 'Add and switch network',
  approveLabel: 'Add network',
  facts: [
    text('Name', visible(chain.name)),
    text('Chain id', String(chain.chainId)),
    text('Currency', `${visible(chain.currency.symbol)}, ${chain.currency.decimals} decimals`),
    mono('RPC URL', chain.rpcUrl),
  ],
});
