import { defineConfig } from "vitest/config";

/** Addresses are relative, so that the page works below any prefix; nothing is inlined, which the page's policy forbids. */
export default defineConfig({
  base: "./",
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: "../src/pyrite/control/web/page",
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: "es2022",
    chunkSizeWarningLimit: 600,
  },
  test: { include: ["src/**/*.test.ts"], environment: "node" },
});
