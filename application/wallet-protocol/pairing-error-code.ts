/** Why a wallet elsewhere cannot be connected, beyond what any wallet may answer. */
export type PairingErrorCode = 'pairing/expired' | 'wallet-protocol/unsupported-chains' | 'config/project-id-missing';
