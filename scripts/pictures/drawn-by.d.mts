/** Folders of the screens that draw a picture. @param path the window's path, such as `/imports/owner/tool` */
export function screensAt(path: string): string[];

/** One value for the code of screens. @param screens folders below `renderer/screens` */
export function codeOf(screens: readonly string[]): string;
