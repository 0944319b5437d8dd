/** English texts of receiving. */
export const receiveEn = {
  receiveCode: 'QR code of your address',
  receiveHint: 'Scan the code or copy the address to send to this account.',
  yourAddress: 'Your address',
  compatibleNetworksHint: 'Only send assets of these networks to this address. Assets of other networks may be lost.',
  compatibleNetworkList: 'Compatible networks',
};
