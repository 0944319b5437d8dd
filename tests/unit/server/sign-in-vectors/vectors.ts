import type { SignerType } from '../../domain/sign-in/sign-in-signers.js';
import { BIP122_VECTORS } from './bip122.js';
import { COMMON_VECTORS } from './common.js';
import { EIP155_VECTORS } from './eip155.js';
import { POLKADOT_VECTORS } from './polkadot.js';
import { SOLANA_VECTORS } from './solana.js';
import type { Vector } from './vector.js';

/** Types of keys and addresses of a namespace share all but the signature. */
const OF_SIGNATURES = COMMON_VECTORS.filter(([, refusal]) => refusal === 'wrong-signature');

/** The sign-ins to refuse, by type of account. */
export const VECTORS = {
  eip155: [...COMMON_VECTORS, ...EIP155_VECTORS],
  solana: [...COMMON_VECTORS, ...SOLANA_VECTORS],
  'bip122 P2WPKH': [...COMMON_VECTORS, ...BIP122_VECTORS.P2WPKH],
  'bip122 P2TR': [...OF_SIGNATURES, ...BIP122_VECTORS.P2TR],
  'bip122 P2PKH': [...OF_SIGNATURES, ...BIP122_VECTORS.P2PKH],
  'polkadot sr25519': [...COMMON_VECTORS, ...POLKADOT_VECTORS.sr25519],
  'polkadot ed25519': [...OF_SIGNATURES, ...POLKADOT_VECTORS.ed25519],
  'polkadot ecdsa': [...OF_SIGNATURES, ...POLKADOT_VECTORS.ecdsa],
} as const satisfies Readonly<Record<SignerType, readonly Vector[]>>;
