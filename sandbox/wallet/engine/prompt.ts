import type { Address } from 'viem';

/** A fact in plain text. */
export const text = (label: string, value: string): PromptFact => ({ label, value, form: 'text' });

/** A fact in monospace, such as an address. */
export const mono = (label: string, value: string): PromptFact => ({ label, value, form: 'mono' });

/** A multi-line fact that keeps its line breaks. */
export const code = (label: string, value: string): PromptFact => ({ label, value, form: 'code' });

/** A warning. */
export const warning = (value: string): PromptFact => ({ label: 'Warning', value, form: 'warning' });

/** Kind of a prompt to the user. `unlock` is approved automatically when the wallet is unlocked. */
export type PromptKind = 'connect' | 'unlock' | 'sign-message' | 'sign-typed-data' | 'send-transaction' | 'switch-chain' | 'add-chain';

/** A labelled detail of a prompt. */
export interface PromptFact {
  readonly label: string;
  readonly value: string;
  readonly form: 'text' | 'mono' | 'code' | 'warning';
}

/** A network that the user can share. Required networks cannot be deselected. */
export interface NetworkChoice {
  /** EIP-155 chain id as a number, or a CAIP-2 id of another namespace. */
  readonly chainId: number | string;
  readonly name: string;
  readonly isRequired: boolean;
}

/** An account that the user can share. */
export interface AccountChoice {
  /** The account's eip155 address, which identifies it in the wallet. */
  readonly id: Address;
  readonly name: string;
  /** The address that the site would see. */
  readonly address: string;
}

/** A prompt to the user: a request in readable form. */
export interface Prompt {
  readonly kind: PromptKind;
  readonly title: string;
  readonly approveLabel: string;
  readonly facts: readonly PromptFact[];
  /** Only for `connect`, if networks are selectable. */
  readonly networks?: readonly NetworkChoice[];
  /** Only for `connect`, if the addresses are not eip155 addresses. */
  readonly choices?: readonly AccountChoice[];
}

/** A prompt that waits for the user's decision. */
export interface PendingPrompt extends Prompt {
  /** Id of the request, also in the URL of its window. */
  readonly id: string;
  readonly origin: string;
  readonly method: string;
}

/**
 * The user's decision. `accounts` and `chains` apply to `connect` only. Default: the selected account, and all networks that the prompt
 * names.
 */
export type Decision =
  | { readonly approve: true; readonly accounts?: readonly Address[]; readonly chains?: readonly (number | string)[] }
  | { readonly approve: false };
