/**
 * Environment of an engine that is a process of its own, where its memory comes from glibc (`mallopt(3)`); in the window Chromium has an
 * allocator of its own, and other C libraries do not read it. Each thread may get an arena, eight for a core, and what lies free in one is no
 * other's: with two of them four imports at once take 486 MB instead of 600, and no longer. What is larger than the threshold goes back to
 * the system as soon as nobody has it any more; without it glibc raises the threshold to 32 MB, and keeps in an arena what the tables and
 * texts of a thread took that is over: 90 MB of a million Subversion revisions. At 64 KB, where Node cuts small buffers out of pieces, texts
 * of some hundred KB take a quarter longer. packaging/server/gantry-server says the same.
 */
export const engineEnvironment =
  process.platform === 'linux' ? { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: `${1 << 20}` } : {};
