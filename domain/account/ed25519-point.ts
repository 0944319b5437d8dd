/** The field of the curve, and its `d`. @see https://datatracker.ietf.org/doc/html/rfc8032#section-5.1 */
const P = 2n ** 255n - 19n;
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;

const mod = (value: bigint): bigint => ((value % P) + P) % P;

const power = (base: bigint, exponent: bigint): bigint => {
  let [result, square] = [1n, mod(base)];
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = mod(result * square);
    square = mod(square * square);
  }
  return result;
};

/**
 * Whether 32 bytes are a point of the curve of ed25519, as a public key is: addresses of programs on Solana are made to be none.
 * @see https://datatracker.ietf.org/doc/html/rfc8032#section-5.1.3
 */
export const isEd25519Point = (bytes: Uint8Array): boolean => {
  if (bytes.length !== 32) return false;
  // Little-endian; the last bit is the sign of the other coordinate.
  const y = bytes.reduceRight((sum, byte, index) => (sum << 8n) | BigInt(index === 31 ? byte & 0x7f : byte), 0n);
  if (y >= P) return false;
  // x² = (y² − 1) / (d y² + 1): there is an x where numerator times denominator is a square.
  const square = mod(y * y);
  const product = mod((square - 1n) * (D * square + 1n));
  return product === 0n || power(product, (P - 1n) / 2n) === 1n;
};
