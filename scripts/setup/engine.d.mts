/** Environment of an engine that is a process of its own. */
export const engineEnvironment: Readonly<Record<string, string>>;
