/** An engine behind HTTP that a member and a stranger know, with repositories to clone, for tests. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type ApiServer, startServer } from '../../loopback/server.ts';
import { runClient, withLogin } from '../../testing/clone-clients.ts';
import { basic, OWNER, startTestEngine, type TestEngine } from '../../testing/engine.ts';
import { git, historyStream } from '../../testing/git-sources.ts';

/** Whom git takes for the person. */
export const PERSON = {
  GIT_AUTHOR_NAME: 'A',
  GIT_AUTHOR_EMAIL: 'a@example.org',
  GIT_COMMITTER_NAME: 'A',
  GIT_COMMITTER_EMAIL: 'a@example.org',
};

export class CloneServer {
  readonly engine: TestEngine;
  readonly server: ApiServer;
  /** For working copies. */
  readonly folder: string;
  readonly #clock: { now: number };
  #count = 0;

  private constructor(engine: TestEngine, server: ApiServer, clock: { now: number }) {
    this.engine = engine;
    this.server = server;
    this.folder = mkdtempSync(join(tmpdir(), 'gantry clone '));
    this.#clock = clock;
  }

  /** With `acme/open` and `acme/secret`, of 20 commits each. */
  static async start(): Promise<CloneServer> {
    const clock = { now: Date.now() };
    const engine = await startTestEngine(undefined, { now: () => clock.now });
    const clones = new CloneServer(engine, await startServer(engine.service, 0), clock);
    for (const login of ['member', 'stranger']) {
      await engine.api('POST', '/admin/users', { login, password: 'a long password' });
    }
    await engine.api('PUT', '/orgs/acme/memberships/member');
    for (const [name, isPrivate] of [
      ['open', false],
      ['secret', true],
    ] as const) {
      await engine.api('POST', '/orgs/acme/repos', { name, private: isPrivate });
      clones.fill(`acme/${name}`, 20);
    }
    return clones;
  }

  async end(): Promise<void> {
    await this.server.close();
    await this.engine.end();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** What the engine takes for now, in milliseconds since 1970. */
  now(): number {
    return this.#clock.now;
  }

  /** Lets time pass, in milliseconds. */
  pass(milliseconds: number): void {
    this.#clock.now += milliseconds;
  }

  origin(): string {
    return new URL(this.server.baseUrl).origin;
  }

  url(name: string): string {
    return `${this.origin()}/${name}.git`;
  }

  path(name: string): string {
    return join(this.engine.folder, 'repositories', `${name}.git`);
  }

  fill(name: string, commits: number): string {
    return git(this.path(name), ['fast-import', '--quiet', '--force'], { input: historyStream(commits) });
  }

  /** A name of no working copy yet. */
  fresh(): string {
    return `work${this.#count++}`;
  }

  asOwner(name: string): string {
    return withLogin(this.url(name), OWNER.login, OWNER.password);
  }

  async read(name: string) {
    return (await this.engine.api('GET', `/repos/${name}`)).body;
  }

  async repository(name: string, commits = 3): Promise<string> {
    await this.engine.api('POST', '/orgs/acme/repos', { name });
    if (commits > 0) this.fill(`acme/${name}`, commits);
    return `acme/${name}`;
  }

  async token(
    scopes: string[],
    login = OWNER.login,
    password = OWNER.password,
  ): Promise<{ id: number; token: string }> {
    const body = { note: `t${this.#count++}`, scopes };
    const made = await this.engine.api('POST', '/authorizations', body, basic(login, password));
    expect(made.status).toBe(201);
    return made.body;
  }

  /** A commit on top of what is checked out. */
  async commit(work: string): Promise<void> {
    writeFileSync(join(work, `file${this.#count++}`), `${Math.random()}`);
    await runClient(work, ['add', '.']);
    expect((await runClient(work, ['commit', '--quiet', '-m', 'more'])).code).toBe(0);
  }

  /** A request as it is written, without what clients mend. */
  raw(
    target: string,
    options: { method?: string; headers?: Record<string, string>; body?: Buffer } = {},
  ): Promise<{ status: number; type: string; text: string; headers: Record<string, unknown> }> {
    const { method = 'GET', headers, body } = options;
    return new Promise((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port: this.server.port, path: target, method, headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            type: answer.headers['content-type'] ?? '',
            text: Buffer.concat(chunks).toString('latin1'),
            headers: answer.headers,
          }),
        );
      }).once('error', reject);
      if (body !== undefined) sent.write(body);
      sent.end();
    });
  }
}
