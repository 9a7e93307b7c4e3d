/** Whether there is a newer version, as the feed of the project's releases says (the files that electron-builder writes beside them). */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import type { FoundVersion } from './ipc/contract.ts';
import { t } from './language/text.ts';

/** Bytes of a feed's file; it holds a version, sums of files, and notes. */
const MOST_BYTES = 1_000_000;
const MOST_NOTES = 100_000;
const SILENCE_MS = 20_000;

/** Where to ask, or why this installation never asks, as a sentence. */
export type Feed = { address: string } | { refusal: string };

/** What electron-builder writes into the app as `app-update.yml`. */
const configurationSchema = z.object({ provider: z.literal('generic'), url: z.url({ protocol: /^https?$/ }) });

const VERSION = /^\d+\.\d+\.\d+$/;
const answerSchema = z.object({
  version: z.string().regex(VERSION),
  releaseDate: z.union([z.string(), z.date()]).optional(),
  releaseNotes: z
    .union([z.string(), z.array(z.object({ version: z.string(), note: z.string().nullable() }))])
    .nullish(),
});

/** A failure whose message is a sentence for a person. */
export class FeedFailure extends Error {}

/** Said when it is asked for: this is read before the language is known. */
function refusing(sentence: () => string): Feed {
  return {
    get refusal() {
      return sentence();
    },
  };
}

/** @param resources the folder of what lies beside the app's code */
export function feedOf(resources: string, env: NodeJS.ProcessEnv): Feed {
  if (env.GANTRY_OFFLINE)
    return refusing(() =>
      t('This machine is kept offline (GANTRY_OFFLINE is set): Gantry never looks for new versions.'),
    );
  const mark = join(resources, 'offline');
  if (existsSync(mark))
    return refusing(() =>
      t('This installation is kept offline ({mark} is there): Gantry never looks for new versions.', { mark }),
    );
  try {
    const { url } = configurationSchema.parse(parse(readFileSync(join(resources, 'app-update.yml'), 'utf8')));
    return { address: url.replace(/\/$/, '') };
  } catch {
    return refusing(() =>
      t('This copy is not one of the releases, so there is no place where it would look for new versions.'),
    );
  }
}

/** Name of the feed's file for a system, as electron-updater asks for it (its `Provider`, `getCustomChannelName`). */
export function feedFile(platform: NodeJS.Platform, architecture: string): string {
  if (platform === 'darwin') return 'latest-mac.yml';
  if (platform === 'win32') return 'latest.yml';
  return architecture === 'x64' ? 'latest-linux.yml' : `latest-linux-${architecture}.yml`;
}

/**
 * Asks the feed once.
 * @param current `major.minor.patch`
 * @throws FeedFailure
 */
export async function askFeed(
  address: string,
  { file, current, fetch }: { file: string; current: string; fetch: typeof globalThis.fetch },
): Promise<FoundVersion> {
  let text: string;
  try {
    const answer = await fetch(`${address}/${file}`, {
      credentials: 'omit',
      cache: 'no-store',
      signal: AbortSignal.timeout(SILENCE_MS),
    });
    if (!answer.ok) throw new Error(t('it answered {status}', { status: answer.status }));
    text = await limitedText(answer);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new FeedFailure(
      t('The place of the releases could not be asked ({why}). Try again when this machine is online.', { why }),
    );
  }
  const read = answerSchema.safeParse(parsed(text));
  if (!read.success)
    throw new FeedFailure(t('The place of the releases answered something that Gantry does not understand.'));
  const { version, releaseDate, releaseNotes } = read.data;
  const notes = Array.isArray(releaseNotes)
    ? releaseNotes.map((entry) => `## ${entry.version}\n\n${entry.note ?? ''}`).join('\n\n')
    : (releaseNotes ?? '');
  return {
    version,
    is_newer: isNewer(version, current),
    released_at: releaseDate === undefined ? null : new Date(releaseDate).toJSON(),
    notes: notes.slice(0, MOST_NOTES),
  };
}

/** Whether the first of two `major.minor.patch` is later. */
export function isNewer(version: string, current: string): boolean {
  const numbers = (text: string) => text.split(/[.+-]/).slice(0, 3).map(Number);
  const [ours, theirs] = [numbers(current), numbers(version)];
  const at = theirs.findIndex((number, index) => number !== ours[index]);
  return at !== -1 && (theirs[at] ?? 0) > (ours[at] ?? 0);
}

function parsed(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return null;
  }
}

async function limitedText(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Error(t('it answered too much'));
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
