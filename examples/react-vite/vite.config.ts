import { defineConfig } from 'vite';

// Relative addresses: the built page works from any folder of any site.
export default defineConfig({ base: './', build: { target: 'es2022' } });
