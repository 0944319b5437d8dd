import { type Address, formatUnits, type Hex, hexToBytes, size } from 'viem';
import { NAMESPACE_NAMES, type OtherNamespace } from './keys/namespace.js';
import { type AccountChoice, code, mono, type Question, type QuestionFact, text, warning } from './question.js';
import { isObject, type JsonObject } from './read-params.js';
import { currentChain, type WalletChain, type WalletState } from './wallet-state.js';

/** Control, format and direction characters, which could make a text look like another one. Line breaks and tabs stay. */
const DECEPTIVE = /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** A text with its deceptive characters written out as `\u{…}`. */
export const visible = (value: string): string =>
  value.replace(DECEPTIVE, (character) => `\\u{${character.codePointAt(0)?.toString(16).padStart(4, '0')}}`);

const coin = (wei: bigint, { currency }: WalletChain): string => `${formatUnits(wei, currency.decimals)} ${currency.symbol}`;

const network = (state: WalletState): QuestionFact => text('Network', currentChain(state).name);

/** The question of `eth_requestAccounts` and `wallet_requestPermissions`. */
export const describeConnect = (): Question => ({
  kind: 'connect',
  title: 'Connect this site',
  approveLabel: 'Connect',
  facts: [text('It will', 'see the addresses of the accounts you choose, and ask you to sign. It cannot move anything by itself.')],
});

/** The line that names a chain besides eip155. */
export const namespaceNetwork = (namespace: OtherNamespace, chainId: string): QuestionFact =>
  text('Network', `${NAMESPACE_NAMES[namespace]} (${chainId})`);

/** The question for accounts of a namespace besides eip155. */
export const describeNamespaceConnect = (namespace: OtherNamespace, chainId: string, choices: readonly AccountChoice[]): Question => ({
  ...describeConnect(),
  facts: [namespaceNetwork(namespace, chainId), ...describeConnect().facts],
  choices,
});

/** The question to a person whose wallet is locked, by a site that is connected. */
export const describeUnlock = (): Question => ({
  kind: 'unlock',
  title: 'Unlock the wallet',
  approveLabel: 'Unlock',
  facts: [text('Why', 'A site you connected before wants to see your accounts again.')],
});

/** The lines that show a message: its text, or its bytes where they are none. @param hex how the bytes are written */
const messageFacts = (message: Uint8Array, hex: string): readonly QuestionFact[] => {
  try {
    const words = new TextDecoder('utf-8', { fatal: true }).decode(message);
    const shown = visible(words);
    return [
      code('Message', shown),
      ...(shown === words ? [] : [warning('The message holds invisible characters. They are written out above.')]),
    ];
  } catch {
    return [code('Bytes', hex)];
  }
};

const messageQuestion = (address: string, facts: readonly QuestionFact[]): Question => ({
  kind: 'sign-message',
  title: 'Sign a message',
  approveLabel: 'Sign',
  facts: [mono('Account', address), ...facts],
});

/** The question of `personal_sign`. @see https://eips.ethereum.org/EIPS/eip-191 */
export const describeMessage = (state: WalletState, address: Address, message: Hex): Question =>
  messageQuestion(address, [network(state), ...messageFacts(hexToBytes(message), message)]);

/** The question for a message of a namespace besides eip155. @param encoded how its bytes are written */
export const describeNamespaceMessage = (
  chain: QuestionFact,
  address: string,
  message: Uint8Array,
  encoded: string,
  ...more: readonly QuestionFact[]
): Question => messageQuestion(address, [chain, ...more, ...messageFacts(message, encoded)]);

/** Signing this lets someone else spend: worth a word. @see https://eips.ethereum.org/EIPS/eip-2612 */
const SPENDING = /permit/i;

/** The question of `eth_signTypedData_v4`. @see https://eips.ethereum.org/EIPS/eip-712 */
export const describeTypedData = (state: WalletState, address: Address, data: JsonObject): Question => {
  const domain = isObject(data['domain']) ? data['domain'] : {};
  const primaryType = String(data['primaryType']);
  return {
    kind: 'sign-typed-data',
    title: 'Sign structured data',
    approveLabel: 'Sign',
    facts: [
      mono('Account', address),
      network(state),
      text('For', visible(String(domain['name'] ?? 'an application without a name'))),
      ...(typeof domain['verifyingContract'] === 'string' ? [mono('Contract', visible(domain['verifyingContract']))] : []),
      text('Type', visible(primaryType)),
      code('Content', visible(JSON.stringify(data['message'], null, 2))),
      ...(SPENDING.test(primaryType) ? [warning('This signature may let someone else spend your tokens.')] : []),
    ],
  };
};

/** A transaction whose gas and fees are known. Amounts in wei. */
export interface PricedTransaction {
  readonly from: Address;
  readonly to: Address | null;
  readonly value: bigint;
  readonly data: Hex;
  readonly gas: bigint;
  readonly maxFeePerGas: bigint;
}

/** The question of `eth_sendTransaction`. @param failure why the node expects it to fail, where it does */
export const describeTransaction = (state: WalletState, transaction: PricedTransaction, failure: string | null): Question => {
  const chain = currentChain(state);
  const { from, to, value, data, gas, maxFeePerGas } = transaction;
  const fee = gas * maxFeePerGas;
  return {
    kind: 'send-transaction',
    title: to === null ? 'Create a contract' : 'Send a transaction',
    approveLabel: 'Send',
    facts: [
      network(state),
      mono('From', from),
      ...(to === null ? [] : [mono('To', to)]),
      text('Amount', coin(value, chain)),
      text('Fee, at most', coin(fee, chain)),
      text('Together, at most', coin(value + fee, chain)),
      ...(size(data) === 0 ? [] : [code(`Data, ${size(data)} bytes`, data)]),
      ...(failure === null ? [] : [warning(`The network expects this transaction to fail: ${visible(failure)}`)]),
    ],
  };
};

/** The question of `wallet_switchEthereumChain`. @see https://eips.ethereum.org/EIPS/eip-3326 */
export const describeSwitch = (state: WalletState, chain: WalletChain): Question => ({
  kind: 'switch-chain',
  title: 'Change the network',
  approveLabel: 'Change network',
  facts: [text('From', currentChain(state).name), text('To', visible(chain.name))],
});

/** The question of `wallet_addEthereumChain`. @see https://eips.ethereum.org/EIPS/eip-3085 */
export const describeAdd = (chain: WalletChain): Question => ({
  kind: 'add-chain',
  title: 'Add a network and change to it',
  approveLabel: 'Add network',
  facts: [
    text('Name', visible(chain.name)),
    text('Chain id', String(chain.chainId)),
    text('Coin', `${visible(chain.currency.symbol)}, ${chain.currency.decimals} decimals`),
    mono('Node', chain.rpcUrl),
  ],
});
