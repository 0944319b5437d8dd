import { configure } from '@testing-library/react';

// A net, not a measure: one second, the default, is little where two cores are busy with something else.
configure({ asyncUtilTimeout: 10_000 });
