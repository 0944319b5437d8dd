/** Creates a provider error. @see https://eips.ethereum.org/EIPS/eip-1193#provider-errors */

export const walletError = (code: number, message: string): Error => Object.assign(new Error(message), { code });
