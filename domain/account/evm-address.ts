/** 40 hex digits in any case, with or without `0x`. */
const EVM_ADDRESS = /^(?:0x)?[0-9a-fA-F]{40}$/;

/** Tests for an EVM address, without its checksum (see `hasValidChecksum`). */
export const isEvmAddress = (value: unknown): value is string => typeof value === 'string' && EVM_ADDRESS.test(value);

/** Tests for an EVM address with `0x`, as recipients, wallets and nodes require it. Does not test its checksum. */
export const isPrefixedEvmAddress = (value: unknown): value is `0x${string}` => isEvmAddress(value) && value.startsWith('0x');

const normalize = (address: string): string => address.replace(/^0x/i, '').toLowerCase();

/** Compares EVM addresses, ignoring letter case and `0x`. */
export const isSameEvmAddress = (a: string, b: string): boolean => isEvmAddress(a) && isEvmAddress(b) && normalize(a) === normalize(b);
