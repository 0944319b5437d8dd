/** What decides how the terms are shown. */
export interface LegalFacts {
  readonly legalCheckbox: boolean;
  readonly termsConditionsUrl: string | undefined;
  readonly privacyPolicyUrl: string | undefined;
  /** Whether the box is ticked. */
  readonly accepted: boolean;
  /** False on the view that only explains how to get a wallet: nothing is connected there. */
  readonly connecting: boolean;
}

/** How the terms are shown. */
export interface LegalRules {
  /** The box stands above the list. */
  readonly checkbox: boolean;
  /** The links stand below the list. */
  readonly footer: boolean;
  /** The list waits for the box: it cannot be used, nor reached by keyboard. */
  readonly listDisabled: boolean;
}

/** The terms need an address; with one they are a box where the host asks for it, else a line below the list. */
export const legalRules = ({ legalCheckbox, termsConditionsUrl, privacyPolicyUrl, accepted, connecting }: LegalFacts): LegalRules => {
  const hasAddress = Boolean(termsConditionsUrl || privacyPolicyUrl);
  const checkbox = legalCheckbox && hasAddress && connecting;
  return { checkbox, footer: !legalCheckbox && hasAddress, listDisabled: checkbox && !accepted };
};

/** What decides whether the wallets stand behind one button. */
export interface CollapseFacts {
  readonly collapseWallets: boolean;
  /** The older name of the same wish: `false` collapses. */
  readonly emailShowWallets: boolean;
  /** Whether email or social login is offered: alone, the wallets are never collapsed. */
  readonly hasOtherMethods: boolean;
}

/** Whether the wallets stand behind one button that opens ConnectWallets. */
export const collapsesWallets = ({ collapseWallets, emailShowWallets, hasOtherMethods }: CollapseFacts): boolean =>
  hasOtherMethods && (collapseWallets || !emailShowWallets);
