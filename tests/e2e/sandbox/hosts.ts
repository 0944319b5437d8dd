/** The first account of the sandbox's wallet, from the public development phrase. */
export const ALICE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
/** The second account. */
export const BOB = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
