import { defaultClientConditions, defineConfig } from 'vite';

export default defineConfig({
  // Relative URLs: the build works from any folder.
  base: './',
  build: {
    target: 'es2022',
    // Browsers of this target preload modules natively.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // One chunk for the initial code: one request, and it compresses better.
      output: { codeSplitting: { groups: [{ name: 'page', tags: ['$initial'] }] } },
    },
  },
  // RxJS ships its ES2015 build under this condition; the default is ES5 with tslib helpers.
  resolve: { conditions: ['es2015', ...defaultClientConditions] },
});
