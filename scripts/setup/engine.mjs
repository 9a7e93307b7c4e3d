/**
 * Environment of an engine that is a process of its own. Each of its threads may get an arena of glibc's `malloc`, eight for a core, and what
 * lies free in one is no other's (`mallopt(3)`): with two of them four imports at once take 486 MB instead of 600, and no longer. In the
 * window Chromium has an allocator of its own, and other C libraries do not read it. packaging/server/gantry-server says the same.
 */
export const engineEnvironment = process.platform === 'linux' ? { MALLOC_ARENA_MAX: '2' } : {};
