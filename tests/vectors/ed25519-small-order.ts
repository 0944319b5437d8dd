/**
 * The eight points of small order on edwards25519, in their canonical encoding, and the encodings of small-order points that RFC 8032
 * does not allow. Facts of the curve, tabulated in libsodium (`ge25519_has_small_order`, ISC) and in section 3 of the paper.
 * @see https://eprint.iacr.org/2020/1244 "Taming the many EdDSAs", tables 1 and 2
 * @see https://github.com/jedisct1/libsodium/blob/master/src/libsodium/crypto_core/ed25519/ref10/ed25519_ref10.c
 */
export const SMALL_ORDER_POINTS: readonly string[] = [
  // Order 1, the identity.
  `01${'00'.repeat(31)}`,
  // Order 2.
  `ec${'ff'.repeat(30)}7f`,
  // Order 4.
  '00'.repeat(32),
  `${'00'.repeat(31)}80`,
  // Order 8.
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa',
];

/** y of p or p + 1, or x = 0 with a sign bit. */
export const NON_CANONICAL_POINTS: readonly string[] = [
  `01${'00'.repeat(30)}80`,
  `ec${'ff'.repeat(31)}`,
  `ed${'ff'.repeat(30)}7f`,
  `ed${'ff'.repeat(31)}`,
  `ee${'ff'.repeat(30)}7f`,
  `ee${'ff'.repeat(31)}`,
];
