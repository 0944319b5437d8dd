/** A wallet as the directory's wire has it. Only id and name are always there; the rest may be `null` or missing. */
export interface ListedWallet {
  readonly id: string;
  readonly name: string;
  readonly badge_type?: string | null;
  /** CAIP-2 ids. @see https://chainagnostic.org/CAIPs/caip-2 */
  readonly chains?: readonly string[] | null;
  readonly homepage?: string | null;
  readonly image_id?: string | null;
  readonly image_url?: string | null;
  readonly order?: number | null;
  readonly mobile_link?: string | null;
  readonly desktop_link?: string | null;
  readonly webapp_link?: string | null;
  readonly app_store?: string | null;
  readonly play_store?: string | null;
  readonly chrome_store?: string | null;
  readonly rdns?: string | null;
  readonly injected?: readonly { readonly namespace: string; readonly injected_id: string }[] | null;
}
