/** The version of the API that is asked for: as new as the server knows it. */
import { ServerRefusal } from './failures.ts';

/** The wanted one first. Every server knows those before its own. */
const VERSIONS = ['5.0', '4.1', '3.0', '2.0', '1.0'] as const;

export class ApiVersion {
  #at = 0;
  /** Parts of the API that the server calls previews. */
  readonly #inPreview = new Set<string>();

  /** What stands for the version now; it grows. */
  get step(): number {
    return this.#at;
  }

  /** The value of `api-version` for a path below `_apis/`. */
  of(path: string): string {
    return `${VERSIONS[this.#at]}${this.#inPreview.has(partOf(path)) ? '-preview' : ''}`;
  }

  /** Whether something that was refused is to be asked for again with another version. @param step when it was asked for */
  isOther(error: unknown, path: string, step: number): boolean {
    return this.#previews(error, path) || this.#stepDown(error, step);
  }

  /** Whether a part of the API is to be asked for as the preview that the server says it is: the version of all else stays. */
  #previews(error: unknown, path: string): boolean {
    if (!(error instanceof ServerRefusal) || !error.type.startsWith('VssInvalidPreviewVersion')) return false;
    const part = partOf(path);
    if (this.#inPreview.has(part)) return false;
    this.#inPreview.add(part);
    return true;
  }

  /** Whether an older version of the API is to be tried. */
  #stepDown(error: unknown, step: number): boolean {
    if (
      !(error instanceof ServerRefusal) ||
      !/^Vss(VersionOutOfRange|VersionNotS|InvalidPreviewVersion)/.test(error.type)
    )
      return false;
    if (this.#at > step) return true;
    if (step + 1 >= VERSIONS.length) return false;
    this.#at = step + 1;
    return true;
  }
}

/** `tfvc/labels` of `tfvc/labels/7/items`. */
function partOf(path: string): string {
  return path.split('/', 2).join('/');
}
