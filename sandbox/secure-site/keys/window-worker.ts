import { runKeyService } from './run-key-service.js';

// Script of the worker of windows, which no app can embed. Only here, a phrase is exported.

runKeyService({ canExport: true });
