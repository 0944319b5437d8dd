import type { DappPage } from './dapp-page.js';
import { expect } from './fixtures.js';
import { fact } from './flows.js';
import type { PhoneWallet } from './phone-wallet.js';
import { scanCode } from './scan-code.js';

/** Connects the phone by the generic QR code. Returns the address. */
export const connectByCode = async (dapp: DappPage, phone: PhoneWallet): Promise<string> => {
  await dapp.openDialog();
  await dapp.dialog.getByTestId('lk-wallet-walletConnect').click();
  await scanCode(dapp, phone);
  await phone.approve();
  await expect(fact(dapp, 'status')).toHaveText('connected');
  return fact(dapp, 'address').innerText();
};
