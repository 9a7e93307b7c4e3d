/** Answers at the addresses outside `/api/v3`: `clone_url` for git and git-lfs, and pages for people. */

import { existsSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { sentenceOf } from '../failures/failure.ts';
import { failureIn, requireRoom } from '../files/disk-failure.ts';
import { flushNames } from '../files/durable-tree.ts';
import type { RepositoryRow } from '../store/repositories.ts';
import type { Sender } from '../vocabulary/callers.ts';
import { type Named, readAddress } from './address.ts';
import { notePush, refsNow } from './after-push.ts';
import { runBackend, type Service } from './backend.ts';
import { answerLfs, unfinishedFolder } from './lfs-door.ts';
import { sendAccountPage, sendAvatar, sendRepositoryPage } from './pages.ts';
import { Places } from './places.ts';
import { layPushHooks } from './push-hooks.ts';
import { Refusal, sendPushFailure, sendRefusal } from './refusal.ts';
import { requireFree, requireRight, visitorOf, type Want } from './rights.ts';
import type { DoorRooms } from './rooms.ts';
import type { Visit } from './visit.ts';

/** Gits that answer at the same time; further ones of those who have one wait. */
export const MOST_GITS = 8;

type NamedRepository = Extract<Named, { kind: 'repository' }>;

export class GitDoor {
  readonly #rooms: DoorRooms;
  readonly #places = new Places(MOST_GITS);
  readonly #closing = new AbortController();
  readonly #open = new Set<Promise<void>>();
  #hooks: Promise<string> | null = null;

  constructor(rooms: DoorRooms) {
    this.#rooms = rooms;
    // A crash left them.
    rmSync(unfinishedFolder(rooms.dataFolder), { recursive: true, force: true });
  }

  /**
   * Answers a request when its address is one of a repository or an account. Never throws.
   * @returns whether it does
   */
  answer(incoming: IncomingMessage, outgoing: ServerResponse, sender: Sender): boolean {
    const [path = '', query = ''] = (incoming.url ?? '').split('?');
    const named = readAddress(path);
    if (named === null) return false;
    const gone = new AbortController();
    outgoing.once('close', () => gone.abort());
    const signal = AbortSignal.any([gone.signal, this.#closing.signal]);
    const answered = this.#answer(named, { incoming, outgoing, query: new URLSearchParams(query), signal, sender })
      .catch((error: unknown) => this.#refuse(incoming, outgoing, error, signal))
      .finally(() => this.#open.delete(answered));
    this.#open.add(answered);
    return true;
  }

  /** Ends every git that answers still. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#open);
  }

  async #answer(
    named: Named,
    { sender, ...request }: Omit<Visit, 'visitor' | 'method' | 'origin' | 'isPublished'> & { sender: Sender },
  ): Promise<void> {
    const { incoming } = request;
    const visitor = await visitorOf(this.#rooms, incoming.headers.authorization ?? null, sender);
    if (visitor.kind !== 'nobody') sender.login = visitor.account.login;
    const origin = sender.origin ?? `http://${incoming.headers.host}`;
    const isPublished = sender.isPublished === true;
    const visit = { ...request, visitor, method: incoming.method ?? 'GET', origin, isPublished };
    if (named.kind === 'avatar') return sendAvatar(visit, named.login);
    if (named.kind === 'account') return sendAccountPage(this.#rooms, visit, named.login);
    if (named.rest === '' && !named.isWiki) return sendRepositoryPage(this.#rooms, visit, named);
    // A browser would keep a login for this address, and send it along with whatever a foreign page asks of it.
    if (incoming.headers['sec-fetch-site'] !== undefined) throw new Refusal(403, 'This address is for git.');
    const [, lfs] = /^info\/lfs\/(.+)$/.exec(named.rest) ?? [];
    if (lfs !== undefined) return answerLfs(this.#rooms, visit, lfs, (want) => this.#find(named, visit, want));
    const service = serviceOf(named.rest, visit);
    if (service !== null) return this.#git(named, visit, service, named.rest === 'info/refs');
    throw new Refusal(404, 'Not Found');
  }

  async #git(named: NamedRepository, visit: Visit, service: Service, isQuestion: boolean): Promise<void> {
    const isPush = service === 'git-receive-pack';
    // Later git shows a person no more than the status.
    if (isPush && isQuestion) requireRoom(this.#rooms.dataFolder);
    const { row, path } = this.#find(named, visit, isPush ? 'push' : 'read');
    const end = isPush ? this.#beginPush(row) : () => undefined;
    let release: () => void = () => undefined;
    try {
      const { visitor } = visit;
      const { id, login } = visitor.kind === 'nobody' ? { id: 0, login: '' } : visitor.account;
      release = await this.#places.take(id, visit.signal);
      const before = isPush && !isQuestion ? await refsNow(path) : null;
      this.#hooks ??= layPushHooks(this.#rooms.dataFolder);
      const hooks = await this.#hooks;
      let report: Buffer[];
      try {
        report = await runBackend({ ...visit, repository: path, service, isQuestion, login, hooks });
      } finally {
        release();
        // Who went away in the middle may have changed refs before that.
        // Git has flushed the files it wrote, not the folders that they lie in. Large files were flushed as they came.
        if (before !== null) await flushNames(path, ['lfs']);
        if (before !== null && !named.isWiki) await notePush(this.#rooms, row.id, before);
      }
      for (const piece of report) visit.outgoing.write(piece);
      visit.outgoing.end();
    } finally {
      release();
      end();
    }
  }

  #beginPush(row: RepositoryRow): () => void {
    requireFree(this.#rooms, row);
    return this.#rooms.pushes.begin(row.id);
  }

  /** @throws Refusal */
  #find(named: NamedRepository, visit: Visit, want: Want): { row: RepositoryRow; path: string } {
    const { repositories } = this.#rooms;
    const row = requireRight(this.#rooms, visit.visitor, repositories.byName(named.owner, named.repo), want);
    if (repositories.isMoving(row.id)) {
      throw new Refusal(503, `${row.owner}/${row.name} is being renamed or removed at this moment. Try again.`);
    }
    const path = named.isWiki ? repositories.wikiPath(row) : repositories.path(row);
    if (named.isWiki && !existsSync(path)) throw new Refusal(404, `${row.owner}/${row.name} has no wiki.`);
    return { row, path };
  }

  #refuse(incoming: IncomingMessage, outgoing: ServerResponse, error: unknown, signal: AbortSignal): void {
    const [path] = (incoming.url ?? '').split('?');
    if (!(error instanceof Refusal)) this.#rooms.log('error', `${incoming.method} ${path}: ${String(error)}`);
    if (signal.aborted) {
      outgoing.destroy();
      return;
    }
    const failure = failureIn(this.#rooms.dataFolder, error);
    const ofDisk = failure.kind === 'disk_full' || failure.kind === 'disk_failed';
    const text = error instanceof Refusal ? error.message : sentenceOf(failure, 'request');
    const isPush = incoming.method === 'POST' && path?.endsWith('/git-receive-pack') === true;
    // Whether its answer has begun or not: what git says of a push is held back.
    if (isPush && !(error instanceof Refusal)) sendPushFailure(incoming, outgoing, text);
    else if (outgoing.headersSent) outgoing.destroy();
    else sendRefusal(incoming, outgoing, error instanceof Refusal ? error.status : ofDisk ? 503 : 500, text);
  }
}

/** Which of git's services is asked for; null for none. The files of the dumb protocol are none. @throws Refusal */
function serviceOf(rest: string, { method, query, incoming }: Visit): Service | null {
  if (rest === 'info/refs') {
    const service = query.get('service');
    if (method !== 'GET' && method !== 'HEAD') throw new Refusal(405, 'Only GET is answered here.');
    if (service === 'git-upload-pack' || service === 'git-receive-pack') return service;
    throw new Refusal(403, 'This git speaks the old protocol only. Use git 1.6.6 or later.');
  }
  if (rest !== 'git-upload-pack' && rest !== 'git-receive-pack') return null;
  if (method !== 'POST') throw new Refusal(405, 'Only POST is answered here.');
  const wanted = `application/x-${rest}-request`;
  if (incoming.headers['content-type'] !== wanted) throw new Refusal(415, `The body must be ${wanted}.`);
  return rest;
}
