import type { Address } from 'viem';

/** A line of plain words. */
export const text = (label: string, value: string): QuestionFact => ({ label, value, form: 'text' });

/** A line whose every character counts, as an address. */
export const mono = (label: string, value: string): QuestionFact => ({ label, value, form: 'mono' });

/** Several lines that keep their breaks. */
export const code = (label: string, value: string): QuestionFact => ({ label, value, form: 'code' });

/** What the person must not overlook. */
export const warning = (value: string): QuestionFact => ({ label: 'Attention', value, form: 'warning' });

/** What the wallet asks the person. `unlock` answers itself when the wallet is unlocked. */
export type QuestionKind = 'connect' | 'unlock' | 'sign-message' | 'sign-typed-data' | 'send-transaction' | 'switch-chain' | 'add-chain';

/** One line of a request in words. `code` keeps its line breaks; `warning` is set apart. */
export interface QuestionFact {
  readonly label: string;
  readonly value: string;
  readonly form: 'text' | 'mono' | 'code' | 'warning';
}

/** A network that the person may share, or must if anything. */
export interface NetworkChoice {
  /** EIP-155 chain id as a number, or a CAIP-2 id of another namespace. */
  readonly chainId: number | string;
  readonly name: string;
  readonly isRequired: boolean;
}

/** An account that the person may share. */
export interface AccountChoice {
  /** The account's address on eip155, by which the wallet knows it. */
  readonly id: Address;
  readonly name: string;
  /** What the site would see. */
  readonly address: string;
}

/** A request, decoded for the person's eyes. */
export interface Question {
  readonly kind: QuestionKind;
  readonly title: string;
  readonly approveLabel: string;
  readonly facts: readonly QuestionFact[];
  /** Only for `connect`, where the site is given networks one by one. */
  readonly networks?: readonly NetworkChoice[];
  /** Only for `connect`, where the addresses are not those of eip155. */
  readonly choices?: readonly AccountChoice[];
}

/** A question that waits for its answer. */
export interface PendingQuestion extends Question {
  /** Id of the request; the window of this question carries it in its address. */
  readonly id: string;
  readonly origin: string;
  readonly method: string;
}

/**
 * The person's answer. `accounts` and `chains` count only for `connect`: without the first the chosen account is shared, without the second
 * every network that the question names.
 */
export type Decision =
  | { readonly approve: true; readonly accounts?: readonly Address[]; readonly chains?: readonly (number | string)[] }
  | { readonly approve: false };
