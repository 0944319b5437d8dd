import { configure } from '@testing-library/react';

// Generous, because the machine may be busy; the default is one second.

configure({ asyncUtilTimeout: 10_000 });
