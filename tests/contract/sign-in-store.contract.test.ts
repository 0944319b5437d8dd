import { describe, expect, it } from 'vitest';
import { memoryStore } from '../../server/memory-store.js';
import { signInStoreContract } from '../../testing/contracts/sign-in-store.contract.js';

signInStoreContract({ describe, it, expect }, 'memoryStore', async () => memoryStore());
