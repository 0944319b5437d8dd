/** What fails beneath the container: a plan. Numbered as in the original. */
export const InversifyCoreErrorKind = { planning: 2 };
