/**
 * The words of a foreign error, for wallets that give no code: its message, behind its name where that says anything, or the text that was thrown itself; an
 * empty text where there are none. Never throws.
 */
export const readErrorText = (error: unknown): string => {
  try {
    if (typeof error === 'string') return error;
    const { name, message } = error as { readonly name?: unknown; readonly message?: unknown };
    return [name === 'Error' ? '' : name, message].filter((part) => typeof part === 'string' && part !== '').join(': ');
  } catch {
    // A getter or proxy of a foreign error may throw.
    return '';
  }
};
