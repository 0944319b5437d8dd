/** The English texts of the buttons in the page. Apart from the modal's, so that a page carries only these from its start. */
export const pageEn = {
  /** BCP 47 tag of the catalogue's language. */
  locale: 'en',

  connectWallet: 'Connect Wallet',
  connecting: 'Connecting...',
  reconnect: 'Reconnect',
  switchNetwork: 'Switch Network',
  selectNetwork: 'Select Network',
  unknownNetwork: 'Unknown Network',
};

/** Texts of the buttons in the page. */
export type PageMessages = typeof pageEn;
