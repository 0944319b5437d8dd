/** Why a wallet elsewhere cannot be connected, beyond what any wallet may answer. */
export type PairingErrorCode =
  | 'pairing/expired'
  | 'relay/unreachable'
  | 'relay/unauthorized'
  | 'relay/publish-failed'
  | 'wallet-protocol/unsupported-chains'
  | 'config/project-id-missing';
