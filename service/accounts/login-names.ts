/** Letters, digits and single hyphens inside; at most 39 characters: a login is also a folder's name. */
const LOGIN = /^[a-z\d](?:[a-z\d]|-(?=[a-z\d])){0,38}$/i;
/** Folder names that Windows keeps for devices. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)$/i;

/** Whether an account can have this login. */
export function isLogin(login: string): boolean {
  return LOGIN.test(login) && !DEVICE.test(login);
}
