/** The folder of an Electron runtime, fetched and checked when this machine has none. */
export function provideElectron(nodeBin: string): Promise<string>;
/** The executable within a runtime's folder. */
export function electronExecutable(dist: string): string;
