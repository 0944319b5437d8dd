import { defaultClientConditions, defineConfig } from 'vite';

export default defineConfig({
  // Relative addresses: the built page works from any folder of any site.
  base: './',
  build: {
    target: 'es2022',
    // The browsers of this target preload modules by themselves, or do without.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // One file for all that the page begins with: one request, and it compresses better than its parts.
      output: { codeSplitting: { groups: [{ name: 'page', tags: ['$initial'] }] } },
    },
  },
  // RxJS keeps modern code under this condition; without it come its ES5 build and the helpers that build needs.
  resolve: { conditions: ['es2015', ...defaultClientConditions] },
});
