/** `application/vnd.<vendor>.<version>[.param][+json]`: any vendor word is understood, and named back as it was asked. */

export interface MediaType {
  vendor: string;
  /** `v3`, or the name of a preview. */
  version: string;
  param: string | null;
}

const VENDOR_TYPE = /application\/vnd\.([\w-]+)\.(v\d+|[\w-]+-preview)(?:\.([\w-]+))?(?:\+json)?(?![\w.+-])/i;

/** The vendor's media type that an Accept header names first, or null. */
export function readMediaType(accept: string | undefined): MediaType | null {
  const found = VENDOR_TYPE.exec(accept ?? '');
  if (found === null) return null;
  return { vendor: found[1] as string, version: (found[2] as string).toLowerCase(), param: found[3] ?? null };
}

/** The value of `X-GitHub-Media-Type` (facts.md, "Common HTTP"). */
export function describeMediaType(type: MediaType | null, vendor: string): string {
  const param = type?.param ? `; param=${type.param}` : '';
  return `${type?.vendor ?? vendor}.${type?.version ?? 'v3'}${param}; format=json`;
}

/** Whether an Accept header names a preview, by any vendor word. */
export function asksForPreview(accept: string | undefined, preview: string): boolean {
  return (accept ?? '').split(',').some((part) => readMediaType(part)?.version === `${preview}-preview`);
}
