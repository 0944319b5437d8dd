import { runKeyService } from './run-key-service.js';

// Script of the worker that holds the keys of frames.

runKeyService({ canExport: false });
