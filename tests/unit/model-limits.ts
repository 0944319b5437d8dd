/** Parameters of model-based tests, whose cases take longer than those of other properties, for `fc.assert`. */
export const MODEL_PARAMETERS = { interruptAfterTimeLimit: 360_000, markInterruptAsFailure: true } as const;

/** Test timeout for these parameters. */
export const MODEL_TIMEOUT_MS = 400_000;
