import { describe, expect, it } from 'vitest';
import type { TestApi } from '../../../testing/contracts/test-api.js';

/** Test API for contract suites in this project, without retries. */
export const contractRunner: TestApi = { describe: (name, run) => describe(name, { retry: 0 }, run), it, expect };
