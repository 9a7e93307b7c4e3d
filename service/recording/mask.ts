/** Takes out of a recording what is nobody's business: who, where, and the contents. What is the same stays the same. */
import { createHash, createHmac } from 'node:crypto';

/** Fields of answers that name people (Azure DevOps' `IdentityRef`). */
const PEOPLE: ReadonlySet<string> = new Set(['uniquename', 'displayname', 'mailaddress', 'descriptor']);
/** Fields that people write texts of their own into. */
const TEXTS: ReadonlySet<string> = new Set(['comment', 'description', 'commenttruncated']);
/** Of an address: what may let somebody in. */
const SECRET_QUERY = /token|sig|password|secret|key|auth|code/i;
const MAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
/** `DOMAIN\user`. */
const WINDOWS_LOGIN = /\b[\w.-]+\\{1,2}[\w.$-]+/g;

export class Mask {
  readonly #key: string;
  /** Hosts and logins that were seen, longest first when they are looked for in texts. */
  readonly #seen = new Map<string, string>();
  readonly #sums = new Map<string, string>();

  /** @param key of this recording alone, never written */
  constructor(key: string) {
    this.#key = key;
  }

  host(host: string): string {
    return this.#hold(host.toLowerCase(), 'host');
  }

  person(name: string): string {
    return this.#hold(name, 'person');
  }

  url(url: URL | string): string {
    const text = typeof url === 'string' ? url : url.href;
    if (!URL.canParse(text)) return this.text(text);
    const masked = new URL(text);
    masked.username = '';
    masked.password = '';
    for (const name of [...masked.searchParams.keys()]) {
      if (SECRET_QUERY.test(name)) masked.searchParams.set(name, 'taken-out');
    }
    if (masked.hostname === '') return text;
    masked.hostname = this.host(masked.hostname);
    return masked.href;
  }

  /** A text of a server or program: addresses, hosts, logins and mail addresses in it. */
  text(text: string): string {
    let masked = text.replace(/\b[a-z][a-z\d+.-]*:\/\/[^\s"'<>\\]+/gi, (url) => this.url(url));
    const seen = [...this.#seen].sort(([a], [b]) => b.length - a.length);
    for (const [name, instead] of seen) masked = masked.replaceAll(name, instead);
    return masked.replace(MAIL, (mail) => this.person(mail)).replace(WINDOWS_LOGIN, (login) => this.person(login));
  }

  /** A JSON answer. Sums of contents are those of what stands for them (`standIn`). */
  json(value: unknown, field = ''): unknown {
    const name = field.toLowerCase();
    if (typeof value === 'string') {
      if (PEOPLE.has(name)) return value === '' ? '' : this.person(value);
      if (TEXTS.has(name)) return `${value.length} characters`;
      return /^[a-z][a-z\d+.-]*:\/\//i.test(value) ? this.url(value) : this.text(value);
    }
    if (Array.isArray(value)) return value.map((item) => this.json(item, field));
    if (typeof value !== 'object' || value === null) return value;
    const { size } = value as { size?: unknown };
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, item]): [string, unknown][] => {
        if (key === 'imageUrl' || key === '_links') return [];
        if (key === 'hashValue') return typeof size === 'number' ? [[key, this.#sum(String(item), size)]] : [];
        return [[key, this.json(item, key)]];
      }),
    );
  }

  /** Names a content without telling it. @param sum base64 of its MD5, as Team Foundation writes it */
  seed(sum: string): string {
    return createHmac('sha256', this.#key).update(`content ${sum}`).digest('hex').slice(0, 16);
  }

  #sum(sum: string, size: number): string {
    const known = this.#sums.get(`${sum} ${size}`);
    if (known !== undefined) return known;
    const made = createHash('md5')
      .update(standIn(this.seed(sum), size))
      .digest('base64');
    this.#sums.set(`${sum} ${size}`, made);
    return made;
  }

  #hold(name: string, kind: string): string {
    const known = this.#seen.get(name);
    if (known !== undefined) return known;
    const instead = `${kind}-${createHmac('sha256', this.#key).update(`${kind} ${name}`).digest('hex').slice(0, 10)}`;
    // Very short ones would be found everywhere.
    if (name.length > 2) this.#seen.set(name, instead);
    return instead;
  }
}

/**
 * Bytes that stand for a content that was taken out: the same for the same content, others for another.
 * @param seed as `Mask.seed` gives it
 * @param size bytes
 */
export function standIn(seed: string, size: number): Buffer {
  return Buffer.alloc(size, createHash('sha256').update(seed).digest('hex'));
}
