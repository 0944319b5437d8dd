import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../../testing/contracts/test-api.js';

/** What contract suites are registered with here. Unlike the rest of this project they are never run twice. */
export const contractRunner: TestApi = { describe: (name, run) => describe(name, { retry: 0 }, run), it, expect };
