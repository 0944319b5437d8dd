/** For flows that show animations. In all others the user prefers reduced motion, which spares the processor. */
export const WITH_MOTION = { contextOptions: { reducedMotion: 'no-preference' } } as const;
