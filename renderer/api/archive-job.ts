/** `migration:3`, `inspection:1`, `restore:2`. */
export type ArchiveJob = `${'migration' | 'inspection' | 'restore'}:${number}`;
