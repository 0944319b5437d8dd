/** Runs foreign code, or code over foreign data, whose failure changes nothing. */
export const attempt = (run: () => unknown): void => {
  try {
    run();
  } catch {
    // Wallets break here in every way; what they do not say is asked for elsewhere.
  }
};
