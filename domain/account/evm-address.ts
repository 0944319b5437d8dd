/** An EVM address: 40 hex digits in any case, with or without `0x`. */
const EVM_ADDRESS = /^(?:0x)?[0-9a-fA-F]{40}$/;

/** Whether a text is an EVM address. Says nothing about its checksum: see `hasValidChecksum` for that. */
export const isEvmAddress = (value: unknown): value is string => typeof value === 'string' && EVM_ADDRESS.test(value);

const bare = (address: string): string => address.replace(/^0x/i, '').toLowerCase();

/** Whether two EVM addresses are the same account: letter case and `0x` make no difference. */
export const isSameEvmAddress = (a: string, b: string): boolean => isEvmAddress(a) && isEvmAddress(b) && bare(a) === bare(b);
