/** Builds the app into `out/` when a source changed since the last build. */
export function provideBuild(nodeBin: string): Promise<void>;
