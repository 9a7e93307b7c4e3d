/** The look of a screen. @param path the window's path, such as `/imports/owner/tool` */
export function lookAt(path: string): string;

/** One value for how a screen looks. @param look such as `home` */
export function versionOf(look: string): string;
