/** Parameters for `fc.assert` of model-based tests, whose cases take longer than those of other properties. A slow machine runs fewer cases. */
export const MODEL_PARAMETERS = { interruptAfterTimeLimit: 360_000 } as const;

/** Test timeout for these parameters. */
export const MODEL_TIMEOUT_MS = 400_000;
