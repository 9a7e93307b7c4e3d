/** What the document says of parameters and statuses beyond the routes' own shapes, which read every parameter as text. */
import type { Operation } from './shared/operation.ts';

/** A parameter or a response of the document. */
interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema?: Record<string, unknown>;
}

/** Path parameters that are whole numbers. Keys of ssh servers and remembered logins have ids of their own kind. */
const NUMBERED = /^(id|number|\w+_id)$/;
const NAMED_IDS = /^\/(ssh_host_keys|remembered_credentials)\//;
const NAMES = new Set(['client_id', 'remote_id']);
/** Query parameters that are whole numbers, and their bounds. */
const COUNTS: Record<string, Record<string, number>> = {
  page: { minimum: 1 },
  per_page: { minimum: 1, maximum: 100 },
  offset: { minimum: 0 },
  limit: { minimum: 0 },
  after: { minimum: 0 },
};

const OTP_HEADER: Parameter = {
  name: 'X-GitHub-OTP',
  in: 'header',
  required: false,
  description: 'One-time password, where the account has two factors. `X-Gantry-OTP` is the same.',
  schema: { type: 'string' },
};

/** `accept` is a parameter of every operation (service.md, "Common rules"). */
function acceptHeader(preview: string | undefined): Parameter {
  const type =
    preview === undefined ? 'application/vnd.github.v3+json' : `application/vnd.github.${preview}-preview+json`;
  return {
    name: 'accept',
    in: 'header',
    required: preview !== undefined,
    description:
      preview === undefined
        ? `\`${type}\` is recommended.`
        : 'The preview must be asked for, unless an owner of the installation has switched that off.',
    schema: { type: 'string', default: type },
  };
}

/** The parameters of an operation as they are meant. */
export function documentedParameters(operation: Operation, parameters: readonly unknown[]): unknown[] {
  const typed = (parameters as Parameter[]).map((parameter) => {
    const bounds = boundsOf(operation.path, parameter);
    if (bounds === null) return parameter;
    const { pattern: _digits, type: _text, ...rest } = parameter.schema ?? {};
    const { example } = rest as { example?: unknown };
    const examples = typeof example === 'string' ? { example: Number(example) } : {};
    return { ...parameter, schema: { ...rest, ...examples, type: 'integer', ...bounds } };
  });
  const own = typed.some((parameter) => parameter.name.toLowerCase() === 'accept');
  return [
    ...typed,
    ...(own ? [] : [acceptHeader(operation.preview)]),
    ...(operation.access.oneTime ? [OTP_HEADER] : []),
  ];
}

function boundsOf(path: string, { name, in: place }: Parameter): Record<string, number> | null {
  if (place === 'query') return COUNTS[name] ?? null;
  const isNumber = place === 'path' && NUMBERED.test(name) && !NAMES.has(name) && !NAMED_IDS.test(path);
  return isNumber ? { minimum: 1 } : null;
}

/** Operations for which service.md lists 304 whatever their method. */
const LISTS_304 = /^\/(authorizations|applications\/grants|user\/migrations)(\/|$)/;
/** And those for which it lists 404 though there is always a list. */
const LISTS_404 = new Set(['/authorizations', '/applications/grants', '/rate_limit']);
/** Where it says nothing of 304. */
const SILENT = /^(patch|put) \/authorizations\/(\{|clients\/\{client_id\}\/)/;

/** Statuses that service.md lists and no route answers: clients made from the document know them. */
export function listedStatuses({ method, path }: Operation): { status: '304' | '404'; description: string }[] {
  const never = 'Listed by the original service; this one does not answer it.';
  const silent = SILENT.test(`${method} ${path}`);
  return [
    ...(method === 'get' ? [{ status: '304' as const, description: 'Not modified.' }] : []),
    ...(method !== 'get' && LISTS_304.test(path) && !silent ? [{ status: '304' as const, description: never }] : []),
    ...(method === 'get' && LISTS_404.has(path) ? [{ status: '404' as const, description: never }] : []),
  ];
}

/** Whether a parameter of the query can be refused: those of pages cannot, as nonsense in them is passed over. */
export function isRefused(parameter: unknown): boolean {
  const { in: place, schema = {} } = parameter as Parameter;
  return place === 'query' && ['enum', 'maxLength', 'pattern'].some((bound) => bound in schema);
}

/**
 * A named shape that may be null, as JSON Schema says it. The generator makes it `allOf` of the shape and of "an object or null", which
 * no null fits (zod-to-openapi 9.1.0, seen by validating answers against the document).
 */
export function withNulls(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withNulls);
  if (typeof part !== 'object' || part === null) return part;
  const { allOf, ...rest } = part as { allOf?: { $ref?: string; type?: unknown; properties?: object }[] };
  const [named, other] = allOf ?? [];
  const isNullable = Array.isArray(other?.type) && other.type.includes('null');
  const addsNothing = Object.keys(other?.properties ?? {}).length === 0;
  if (allOf?.length === 2 && named?.$ref !== undefined && isNullable && addsNothing) {
    return { anyOf: [named, { type: 'null' }], ...rest };
  }
  return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, withNulls(value)]));
}
