import { describe, expect, it } from 'vitest';
import { FakeAnalytics } from '../../application/ports/analytics.fake.js';
import { analyticsContract } from '../../testing/contracts/analytics.contract.js';

analyticsContract({ describe, it, expect }, 'FakeAnalytics', () => {
  const analytics = new FakeAnalytics();
  return {
    analytics,
    setEnabled: (enabled) => {
      analytics.enabled = enabled;
    },
    fail: (fault) => {
      analytics.configuration = fault;
      analytics.events = fault;
    },
    accepted: async () => analytics.accepted,
  };
});
