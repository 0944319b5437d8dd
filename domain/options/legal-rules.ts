/** Input of the legal rules. */
export interface LegalFacts {
  readonly legalCheckbox: boolean;
  readonly termsConditionsUrl: string | undefined;
  readonly privacyPolicyUrl: string | undefined;
  /** True if the checkbox is checked. */
  readonly accepted: boolean;
  /** False in views that do not connect, such as the wallet guide. */
  readonly connecting: boolean;
}

/** How the terms are displayed. */
export interface LegalRules {
  /** Show the checkbox above the list. */
  readonly checkbox: boolean;
  /** Show the links below the list. */
  readonly footer: boolean;
  /** Disable the list, also for the keyboard, until the checkbox is checked. */
  readonly listDisabled: boolean;
}

/**
 * Returns how to display the terms. Without a URL they are hidden; otherwise they are a checkbox if `legalCheckbox` is set, else a
 * footer.
 */
export const legalRules = ({ legalCheckbox, termsConditionsUrl, privacyPolicyUrl, accepted, connecting }: LegalFacts): LegalRules => {
  const hasLinks = Boolean(termsConditionsUrl || privacyPolicyUrl);
  const checkbox = legalCheckbox && hasLinks && connecting;
  return { checkbox, footer: !legalCheckbox && hasLinks, listDisabled: checkbox && !accepted };
};

/** Input for collapsing the wallet list. */
export interface CollapseFacts {
  readonly collapseWallets: boolean;
  /** Former option for the same purpose: `false` collapses. */
  readonly emailShowWallets: boolean;
  /** True if email or social login is offered. Without them the wallets are never collapsed. */
  readonly hasOtherMethods: boolean;
}

/** Tests whether the wallets are collapsed into one button that opens ConnectWallets. */
export const shouldCollapseWallets = ({ collapseWallets, emailShowWallets, hasOtherMethods }: CollapseFacts): boolean =>
  hasOtherMethods && (collapseWallets || !emailShowWallets);
