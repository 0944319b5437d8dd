/** English texts of the buttons in the page. Kept apart from the modal's texts, so that a page loads only these at first. */
export const buttonsEn = {
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
export type ButtonMessages = typeof buttonsEn;
