/** Who asks. */
export const OWNER = { login: 'olivia', password: 'correct-horse-battery' };
/** scrypt's N: what a password costs is not what the days are about. */
export const PASSWORD_COST = 16;
