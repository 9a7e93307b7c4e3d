import { rm } from 'node:fs/promises';

/**
 * Removes a folder that programs worked in, where the next start removes what lies there: a program that was stopped may write into it
 * still, and that what it left cannot be removed yet is no reason for the work to fail.
 */
export async function letGo(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3, retryDelay: 20 }).catch(() => undefined);
}
